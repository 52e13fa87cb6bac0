# Completion of words after `autoconfig` in bash: sub-commands and options, as --help lists them.
_autoconfig() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} word
  local command=("${COMP_WORDS[0]}")
  case $previous in
  -o | --out | --shapes | --machine | --halide)
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    return
    ;;
  esac
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    command+=("$word")
  done
  local help
  help=$("${command[@]}" --help 2>/dev/null) || return
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(grep -o -E -- '--[a-z][a-z0-9-]*' <<<"$help" | sort -u)" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$(sed -n '/^subcommands:/I,$s/^  \([a-z][a-z0-9]*\) .*/\1/p' <<<"$help")" -- "$current")
  fi
}
complete -F _autoconfig autoconfig
