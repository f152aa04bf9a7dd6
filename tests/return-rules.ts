import { isTest } from './sources.ts'

/** An exported function whose comment leaves a question about its result open. */
export interface UnstatedResult {
  path: string
  name: string
  question: 'null' | 'order' | 'boolean'
}

const exportedFunction =
  /\/\*\*((?:(?!\*\/).)*)\*\/\nexport (?:async )?(?:function\*?|const) (\w+)(?: = (?:async )?)?(?:<[^(]*>)?(?=\()/gs
const nullable = /\| (?:null|undefined)>?$/
const statedNull = /\b(?:null|undefined)\b/i
const statedOrder =
  /\b(?:by(?! default)|orders?|ordered|sorted|first|last|latest|newest|oldest|soonest|earliest|chronologically|alphabetically)\b/i
const truthOpening = /^(?:(?:Returns|Reads) whether|Whether|True)\b/
// An inferred type is not judged. An SQL condition is true or false in the database.
const truthType = /^$|^(?:Promise<)?boolean|^SQL|^\w+ is /

/** Returns the index after the bracket that closes the one at `index`. */
function skipBrackets(text: string, index: number): number {
  let depth = 0
  for (let at = index; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1
    if (')]}'.includes(text[at] ?? '')) depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

/** Returns the declared type of the result, behind the parameters that begin at `index`; empty when it is inferred. */
function resultTypeAt(text: string, index: number): string {
  const rest = text.slice(skipBrackets(text, index))
  return rest.startsWith(': ') ? (/^: (.*?)(?: =>| \{$)/ms.exec(rest)?.[1] ?? '') : ''
}

const isStorage = (path: string): boolean => path.startsWith('src/server/') && path.endsWith('storage.ts')

function* openQuestions(path: string, name: string, comment: string, type: string): Generator<UnstatedResult> {
  if (nullable.test(type) && !statedNull.test(comment)) yield { path, name, question: 'null' }
  if (isStorage(path) && /^list[A-Z]/.test(name) && !statedOrder.test(comment)) yield { path, name, question: 'order' }
  if (truthOpening.test(comment) && !truthType.test(type)) yield { path, name, question: 'boolean' }
}

/**
 * Lists exported functions whose comment leaves the result open, in the order of the sources.
 *
 * `null`: the declared type has null or undefined, and the comment does not say when. `order`: a list of the storage
 * has an order, or none, that the comment does not give. `boolean`: the comment promises a truth value, and the
 * declared type is another.
 */
export const findUnstatedResults = (sources: readonly { path: string; text: string }[]): UnstatedResult[] =>
  sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exportedFunction)].flatMap(({ index, 0: head, 1: comment = '', 2: name = '' }) => [
        ...openQuestions(
          path,
          name,
          comment.replace(/\n\s*\*? ?/g, ' ').trim(),
          resultTypeAt(text, index + head.length),
        ),
      ]),
    )
