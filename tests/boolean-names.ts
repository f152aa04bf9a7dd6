import type { Source } from './sources.ts'

/** One boolean whose name is no question; lines count from 1. */
export interface BooleanName {
  path: string
  line: number
  name: string
}

const booleanDeclaration = /(?<![\w'"`.])(\w+)\??: (?:readonly )?boolean\b/g
const question =
  /^(?:is|are|has|can|should|was|will|may|must|needs|allows|shows|hides|wraps|opens|folds|keeps|closes|lacks|takes|uses|offers|adds|edits)[A-Z]|^(?:allows|wraps|folds)$/

/** Names that are not ours to choose, by their reason. */
const givenNames = new Set([
  // Attributes that an element of the page gets under the same name.
  ...['open', 'disabled', 'checked', 'required', 'multiple', 'selected', 'hidden', 'current'],
  // Parameters of URLs.
  ...['descending', 'freeSpots'],
  // Fields of calls and of the configuration.
  ...['active', 'inactive', 'performance'],
])

/** Lists the boolean properties and parameters of one file whose names are no questions, such as `dense`. */
export function findBooleanNames({ path, text }: Pick<Source, 'path' | 'text'>): BooleanName[] {
  return text
    .split('\n')
    .flatMap((code, at) =>
      [...code.matchAll(booleanDeclaration)]
        .map(([, name = '']) => ({ path, line: at + 1, name }))
        .filter(({ name }) => !question.test(name) && !givenNames.has(name)),
    )
}
