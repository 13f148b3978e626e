
# Candidates may come from a node, so they are data: no word of them is expanded, as compgen -W would.
_sss() {
    local typed=${COMP_WORDS[COMP_CWORD]} candidate quoted
    COMPREPLY=()
    while IFS= read -r candidate; do
        if [[ $candidate == "$typed"* ]]; then
            printf -v quoted %q "$candidate"
            COMPREPLY+=("$quoted")
        fi
    done < <(_sss_candidates "${COMP_WORDS[0]}" "$typed" "${COMP_WORDS[@]:1:COMP_CWORD-1}")
}
# File names where nothing else fits.
complete -o bashdefault -o default -F _sss sss
