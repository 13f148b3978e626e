# Completion of the sss command for @SHELL@. Load it with: source <(sss completion @SHELL@)

# What can follow the words $3... on the command line of program $1, one candidate a line; $2 is the word that is being typed.
_sss_candidates() {
    local program=$1 typed=$2 cluster= previous= command= rest= groups= word
    shift 2
    [ "${1:-}" != help ] || shift
    for word; do
        [ "$previous" != --cluster ] || cluster=$word
        previous=$word
    done
    case ${1:-} in
        '') printf '%s\n' @FIRST@; return ;;
@FAMILIES@
        *) command=$1; rest=$(($# - 1)) ;;
    esac
    # Whether a group comes next: as the first argument, or as any.
    case $command in
        @ALL_GROUPS@) groups=yes ;;
        @FIRST_GROUP@) [ "$rest" -gt 0 ] || groups=yes ;;
    esac
    case $command:$previous in
        @GROUP_OPTIONS@) groups=yes ;;
    esac
    case $typed in
        -*)
            case $command in
@OPTIONS@
            esac
            ;;
        *)
            [ -z "$groups" ] || "$program" group ls --names ${cluster:+--cluster "$cluster"} 2> /dev/null
            ;;
    esac
}
