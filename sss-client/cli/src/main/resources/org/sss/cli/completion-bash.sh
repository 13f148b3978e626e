
_sss() {
    local typed=${COMP_WORDS[COMP_CWORD]} IFS=$'\n'
    COMPREPLY=($(compgen -W "$(_sss_candidates "${COMP_WORDS[0]}" "$typed" "${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "$typed"))
}
# File names where nothing else fits.
complete -o bashdefault -o default -F _sss sss
