// Questions before something is changed.

import {html, nothing} from '../lib/lit-html/lit-html.js';

/**
 * One dialog at a time, in the browser's own element: it takes the keyboard and gives it back.
 *
 * A question has title, text, fields [{name, label, value, hint}], action and back (the words of the buttons), danger,
 * and run(values), whose failure is shown in the dialog.
 */
export class Dialogs {
  constructor(update) {
    this.update = update;
    this.question = null;
  }

  ask(question) {
    this.question = {...question, busy: false, error: null};
    this.update();
    requestAnimationFrame(() => document.querySelector('dialog')?.showModal());
  }

  close() {
    document.querySelector('dialog')?.close();
    this.question = null;
    this.update();
  }

  async submit(event) {
    event.preventDefault();
    const question = this.question;
    if (question.busy) {
      return;
    }
    question.busy = true;
    question.error = null;
    this.update();
    try {
      await question.run(Object.fromEntries(new FormData(event.target)));
      if (this.question === question) {
        this.close();
      }
    } catch (error) {
      question.error = error;
      question.busy = false;
      this.update();
    }
  }

  view() {
    const q = this.question;
    if (q === null) {
      return nothing;
    }
    return html`<dialog aria-labelledby="dialog-title" @cancel=${() => this.close()}>
      <form @submit=${event => this.submit(event)}>
        <h2 id="dialog-title">${q.title}</h2>
        <p class="breaking">${q.text}</p>
        ${(q.fields ?? []).map(
          field => html`<label>${field.label}
          <input name=${field.name} .value=${field.value ?? ''} required autocomplete="off" spellcheck="false"
            maxlength="1000">
          ${field.hint ? html`<small>${field.hint}</small>` : nothing}</label>`,
        )}
        ${
          q.error
            ? html`<div class="notice bad" role="alert"><p>${q.error.message}</p>
          ${q.error.remedy ? html`<p>${q.error.remedy}</p>` : nothing}</div>`
            : nothing
        }
        <div class="buttons">
          <button type="button" @click=${() => this.close()}>${q.back ?? 'Back'}</button>
          <button type="submit" class=${q.danger ? 'danger' : 'primary'} ?disabled=${q.busy}>${q.action}</button>
        </div>
      </form>
    </dialog>`;
  }
}
