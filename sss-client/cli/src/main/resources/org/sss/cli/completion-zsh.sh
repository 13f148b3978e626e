
_sss() {
    local -a found
    found=(${(f)"$(_sss_candidates "${words[1]}" "${words[CURRENT]}" "${(@)words[2,CURRENT-1]}")"})
    if ((${#found})); then
        compadd -a found
    else
        _files
    fi
}
(($+functions[compdef])) || { autoload -Uz compinit && compinit; }
compdef _sss sss
