import { isTest } from './sources.ts'

/** One place in a source file that breaks a rule of language; lines count from 1. */
export interface LanguageFinding {
  rule: LanguageRule
  path: string
  line: number
  text: string
}

/** The rules that can be counted, each with the advice that a failing test prints. */
export const languageRules = {
  'participle type': 'name a type by a noun',
  'limit name': 'begin the name of a limit with `max` or `min`',
  'comment opening': 'begin a comment with a noun or a verb, not with a clause',
  'private word': 'use the plain word',
  spelling: 'write `cancelled` and `cancelling`; `canceled` is a name in code, in backticks or quotes',
  'long opening': 'keep the first sentence of a doc comment within 25 words',
  'undocumented export': 'say in a doc comment who does what',
  'throws in prose': 'write `@throws Error when …` in a line of its own',
  'undeclared refusal': "name the refusal with `@throws Refused('code')`",
  'bare address': 'say which address: URL, e-mail address, IP address, postal address or endpoint',
  'unnamed reader':
    'on the server write `caller` or `recipient`; a reader of a cache or of a URL is introduced as `a reader`',
  'unstated limit': 'say how many rows are read at most',
  'unstated audit entry': 'say that an audit entry is written',
  'unstated statement': 'say that a statement is returned, which the caller commits',
} as const

export type LanguageRule = keyof typeof languageRules

const maxWordsOfOpening = 25

const participles = new Set(
  (
    'Added After Announced Arranged Arrived Asked Asking Before Begun Behind Between Broken Brought Built Checked Chosen Coded Collected Coming ' +
    'Compared Completed Counted Dealt Deciding Delivered Done Driven Earned Edited Examined Expected Exported Failed Found Given Gone ' +
    'Grown Happened Happening Heard Held Inspected Invited Issued Judged Kept Killed Known Launched Learned Left Limited Listed Made Mailed ' +
    'Managed Marked Measured Merged More Named Naming Narrowed Observed Opened Other Own Packed Paid Past Placed Planned Priced Promised ' +
    'Proven Received Recorded Registered Remembered Reminded Renamed Reopened Reported Returned Running Said Satisfied Saving Scheduled ' +
    'Searched Seen Sending Sent Serialized Settled Shown Signing Sought Spoken Started Stored Suggested Taken Tallied Telling Tied Titled ' +
    'Told Tried Typing Updated Versioned Waiting Wanted Watched Where Who Word Worded Writing Written'
  ).split(' '),
)

/** Names that end as a participle does: an error that is thrown, and a noun. */
const notParticiples = new Set(['Refused', 'Speed'])

const isParticiple = (name: string): boolean =>
  participles.has(name) ||
  (/^[A-Z][a-z]+ed$/.test(name) && !notParticiples.has(name)) ||
  /[a-z](Told|Said|Asked|Wanted)$/.test(name)

const typeDeclaration = /^(?:export )?(?:declare )?(?:interface|type|class|enum) (\w+)/gm
// Locale keys, which stand in quotes, keep their names.
const limitName = /(?<!['.\w])[a-z]\w*At(?:Most|Least)\b(?!')/g
const docComment = /\/\*\*(.*?)\*\//gs
const comments = /\/\*\*.*?\*\/|(?<=^|\s)\/\/ .*?$/gms
const lineComment = /(?<=^|\s)\/\/ (.*)$/gm
const clauseOpening = /^(?:What|Who|Whoever|Whom|Whose|Those|That which)\b/
const privateWords =
  /\b(?:whoever|whomever|anew|told of|tells of|meanwhile|gone by|come upon|in the same breath|(?:is|are) told)\b/i
// A number after the word makes it the name of a value in the specification.
const americanSpelling = /\bcancel(?:ed|ing)\b(?! \d)/i
const bareAddress = /\baddress(?:es)?\b/i
const qualifiedAddress = /\b(?:e-?mail|mail|IP|IPv[46]|postal|invoice|street|web|data) addresse?s?\b|\bURLs?\b/i
const proseThrows = /(?<!@)\bThrows (?:an? |`|when |unless )/
const unnamedReader = /\bthe reader\b/i
const introducedReader = /\b(?:an?|its|one|same) reader\b/i
const quotedText = /`[^`]*`|'[^' ]*'/g
const exportedFunction =
  /(\/\*\*(?:(?!\*\/).)*\*\/\n)?^export (?:async function\*?|function\*?|const) (\w+)(?:(?:: [A-Z]\w+)? = (?:async )?(?:<[^>]*>)?\(|[<(])/gms
// A limit of 1 reads one row, which `find` and `get` say.
const rowLimit = /\.limit\((?!1\))|\blimit (?:\$\{|[2-9]|1\d)/
const statedLimit = /\b(?:at most|limits?|page|first|up to)\b|\d/i
const auditEntry = /\b(?:recordAudit(?:OfEach|When)?|audit(?:Edit|Creation|Removal))\(/
const returnsStatement = /^[^{=]*?(?:= (?:async )?(?:<[^>]*>)?)?\([^=]*\): (?:readonly )?Statement(?:\[\])? (?:=>|\{)/s
const statedAuditEntry = /\b(?:audit|record(?:s|ed)?)\b/i

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

const plainComment = (comment: string): string => comment.replace(/\n\s*\*? ?/g, ' ').trim()

const openingOf = (comment: string): string => comment.split(/ @\w+ |(?<=[.!?:;]) /)[0] ?? ''

const isDocumented = (path: string): boolean => path.startsWith('src/') && !isTest(path)

type Report = (rule: LanguageRule, index: number, text: string) => void

function findNames(text: string, report: Report): void {
  for (const { index, 1: name = '' } of text.matchAll(typeDeclaration)) {
    if (isParticiple(name)) report('participle type', index, name)
  }
  for (const { index, 0: name } of text.matchAll(limitName)) {
    if (name !== 'isAtLeast') report('limit name', index, name)
  }
}

function findWords(comment: string, report: (rule: LanguageRule) => void): void {
  if (privateWords.test(comment)) report('private word')
  if (americanSpelling.test(comment.replace(quotedText, ''))) report('spelling')
}

function findReaders(text: string, report: Report): void {
  for (const { index, 0: comment } of text.matchAll(comments)) {
    if (unnamedReader.test(comment) && !introducedReader.test(comment)) report('unnamed reader', index, comment.trim())
  }
}

function findComments(path: string, text: string, report: Report): void {
  for (const { index, 1: raw = '' } of text.matchAll(docComment)) {
    const comment = plainComment(raw)
    const opening = openingOf(comment)
    if (clauseOpening.test(comment)) report('comment opening', index, opening)
    if (opening.split(/\s+/).length > maxWordsOfOpening) report('long opening', index, opening)
    if (path.startsWith('src/') && bareAddress.test(comment.replace(quotedText, '')) && !qualifiedAddress.test(comment))
      report('bare address', index, comment)
    if (proseThrows.test(comment)) report('throws in prose', index, comment)
    findWords(comment, (rule) => report(rule, index, comment))
  }
  for (const { index, 1: comment = '' } of text.matchAll(lineComment)) {
    if (clauseOpening.test(comment)) report('comment opening', index, comment)
    findWords(comment, (rule) => report(rule, index, comment))
  }
}

/** The source of the declaration that begins at `index`: up to the line that closes it. */
const bodyFrom = (text: string, index: number): string =>
  text
    .slice(index)
    .split(/^(?=(?:export|const|let|(?:async )?function|type|interface|class) |\/\*\*|[}\])]\n?$)/m)[0] ?? ''

function findExports(text: string, report: Report): void {
  for (const match of text.matchAll(exportedFunction)) {
    const [whole, comment = '', name = ''] = match
    if (!comment) report('undocumented export', match.index, name)
    const body = bodyFrom(text, match.index + comment.length + 1)
    if (comment && rowLimit.test(body) && !statedLimit.test(comment)) report('unstated limit', match.index, name)
    if (comment && auditEntry.test(body) && !statedAuditEntry.test(comment))
      report('unstated audit entry', match.index, name)
    if (comment && returnsStatement.test(body) && !/statement/i.test(comment))
      report('unstated statement', match.index, name)
    for (const [, code = ''] of (whole + body).matchAll(/throw new Refused\('(\w+)'/g)) {
      if (!comment.includes(`Refused('${code}')`))
        report('undeclared refusal', match.index + comment.length, `${name} ${code}`)
    }
  }
}

/** Lists the places in one source file that break a rule of language. */
export function languageFindings(path: string, text: string): LanguageFinding[] {
  const findings: LanguageFinding[] = []
  const report: Report = (rule, index, detail) => findings.push({ rule, path, line: lineAt(text, index), text: detail })
  findNames(text, report)
  findComments(path, text, report)
  if (isDocumented(path)) findExports(text, report)
  if (isDocumented(path) && path.startsWith('src/server/')) findReaders(text, report)
  return findings
}
