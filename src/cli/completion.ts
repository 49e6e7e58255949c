import type { Command, Option } from 'commander';
import { print } from './output.ts';

export function addCompletion(completion: Command): void {
  completion.addHelpText('after', HELP);
  for (const [shell, script] of Object.entries(SCRIPTS)) {
    completion
      .command(shell)
      .description(`print the script that completes commands, flags and kinds in ${shell}`)
      .action(() => print(script));
  }
  completion
    .command('words [words...]')
    .description('print what the last of these words can become; the scripts call it')
    .action((words: readonly string[]) => {
      const program = completion.parent;
      if (!program) return;
      for (const { word, about } of candidates(program, words)) print(`${word}\t${about}`);
    });
}

interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** What the last of these words can become. Nothing for values that the program does not know, such as files. */
export function candidates(program: Command, words: readonly string[]): readonly Candidate[] {
  const typed = words.at(-1) ?? '';
  const { command, awaited, given } = follow(program, words.slice(0, -1));
  return possible(command, { typed, awaited, given }).filter(({ word }) => word.startsWith(typed));
}

interface Place {
  readonly command: Command;
  /** The flag whose value comes next. */
  readonly awaited: Option | undefined;
  /** How many arguments the command already has. */
  readonly given: number;
}

function follow(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, awaited: undefined, given: 0 };
  for (const word of words) {
    const { command, awaited, given } = place;
    if (awaited) place = { command, awaited: undefined, given };
    else if (word.startsWith('-')) place = { command, awaited: flagWithValue(command, word), given };
    else {
      const below = command.commands.find((each) => each.name() === word);
      place = below
        ? { command: below, awaited: undefined, given: 0 }
        : { command, awaited: undefined, given: given + 1 };
    }
  }
  return place;
}

const flagWithValue = (command: Command, word: string): Option | undefined =>
  flagsOf(command).find((flag) => flag.required && (flag.long === word || flag.short === word));

function flagsOf(command: Command): readonly Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}

function possible(
  command: Command,
  { typed, awaited, given }: Omit<Place, 'command'> & { readonly typed: string },
): readonly Candidate[] {
  if (awaited) return (awaited.argChoices ?? []).map((word) => ({ word, about: '' }));
  if (typed.startsWith('-'))
    return flagsOf(command).map(({ long, flags, description }) => ({
      word: long ?? flags,
      about: description,
    }));
  const below = given === 0 ? command.createHelp().visibleCommands(command) : [];
  if (below.length > 0) return below.map((each) => ({ word: each.name(), about: each.description() }));
  const { argChoices = [] } = command.registeredArguments[given] ?? {};
  return argChoices.map((word) => ({ word, about: '' }));
}

// Where the program knows nothing, each shell completes the names of files.
const SCRIPTS = {
  bash: `_quaestor() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _quaestor quaestor`,
  zsh: `#compdef quaestor
_quaestor() {
  local line
  local -a found
  while IFS= read -r line; do
    found+=("\${line%%$'\\t'*}:\${line#*$'\\t'}")
  done < <("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe quaestor found; else _files; fi
}
compdef _quaestor quaestor`,
  fish: `function __quaestor_complete
  set -l words (commandline --tokenize --cut-at-cursor --current-process) (commandline --current-token --cut-at-cursor)
  set -l found ($words[1] completion words -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path $words[-1]
  end
end
complete --command quaestor --no-files --arguments '(__quaestor_complete)'`,
} as const;

const HELP = `
To complete with the Tab key, add to the file that your shell reads at its start:

  bash, ~/.bashrc                    source <(quaestor completion bash)
  zsh, ~/.zshrc, after compinit      source <(quaestor completion zsh)
  fish, ~/.config/fish/config.fish   quaestor completion fish | source`;
