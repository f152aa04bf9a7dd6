export const mailLanguages = ['sv', 'en'] as const
export type MailLanguage = (typeof mailLanguages)[number]

/** Topics of mails that a person may decline; the notice in the portal is sent anyway. */
export const mailTopics = [
  'signUps',
  'results',
  'submissions',
  'comments',
  'assignments',
  'licenses',
  'reminders',
  'mailings',
] as const
export type MailTopic = (typeof mailTopics)[number]

/**
 * Returns the topics of mails that a person can choose to receive or not, in their order: all, but submissions to
 * review for educators only.
 */
export const listTopics = (isEducator: boolean): MailTopic[] =>
  mailTopics.filter((topic) => isEducator || topic !== 'assignments')

const topics: Record<string, MailTopic> = {
  signUpConfirmed: 'signUps',
  signUpWithdrawn: 'signUps',
  partApproved: 'results',
  educationCompleted: 'results',
  educationExpiring: 'reminders',
  examFailed: 'results',
  submissionReviewed: 'submissions',
  commentWritten: 'comments',
  submissionAssigned: 'assignments',
  occasionSoon: 'reminders',
  datesPublished: 'reminders',
  licenseExpiring: 'licenses',
  licenseIssued: 'licenses',
  licenseRenewed: 'licenses',
}

/**
 * Topic of a mail by the name of its template; null for a mail that must be sent, and for a mailing. Mails about
 * accounts, payments, seats that others decide on, and cancelled occasions or lost rights must be sent, and so must
 * mails without a topic. A mailing names its topic itself, because only some audiences may decline it.
 */
export const mailTopic = (name: string): MailTopic | null =>
  Object.hasOwn(topics, name) ? (topics[name] ?? null) : null

/** `submissionReviewed.subject_approved` belongs to `submissionReviewed`, in the variant `approved`. */
const subjectKey = /^(\w+)\.subject(?:_(\w+))?$/

export interface Template {
  name: string
  variant: string | null
}

/** Names that are no templates: the test mail, the sample values and the labels of the editor. */
const notTemplates = new Set(['test', 'sample', 'edit'])

/**
 * Returns the key of a template, `<name>` or `<name>_<variant>`. The texts of `mails` have its display name under
 * `title.<key>`, and when it is sent under `when.<key>`.
 */
export const toTemplateKey = ({ name, variant }: Template): string => (variant ? `${name}_${variant}` : name)

/**
 * Lists the templates that have a subject in `texts`, those of one language by key (`<name>.subject`, or
 * `<name>.subject_<variant>`). They are sorted by name, then by variant, null first. The names `test`, `sample` and
 * `edit` are no templates and are left out.
 */
export const parseTemplates = (texts: Record<string, string>): Template[] =>
  Object.keys(texts)
    .flatMap((key) => {
      const [, name, variant = null] = subjectKey.exec(key) ?? []
      return name === undefined || notTemplates.has(name) ? [] : [{ name, variant }]
    })
    .sort((a, b) => `${a.name} ${a.variant ?? ''}`.localeCompare(`${b.name} ${b.variant ?? ''}`))

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/**
 * Fills the `{{…}}` placeholders of a text with sample values; one without a value becomes its name in brackets,
 * `[name]`.
 */
export const fillSamples = (text: string, samples: Record<string, string>): string =>
  text.replace(placeholder, (_, name: string) => (Object.hasOwn(samples, name) ? (samples[name] ?? '') : `[${name}]`))

/** Names of the placeholders in texts, each once, in the order in which they first occur. */
export const parsePlaceholders = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))),
]

/** Placeholders that a mail must contain: without them the recipient could not act. */
const neverLeftOut = new Set(['link', 'code', 'password', 'text'])

/**
 * Lists the placeholders that a template must contain, in the order of the original text: those without which the
 * recipient could not act. They are names without braces, each once.
 */
export const listRequiredPlaceholders = (originalText: string): string[] =>
  parsePlaceholders(originalText).filter((name) => neverLeftOut.has(name))

export interface Wording {
  subject: string
  text: string
}

export interface WordingProblem {
  field: keyof Wording
  problem: 'unknown' | 'missing' | 'broken'
  /** Name of the placeholder as written. */
  name: string
}

function problemIn(
  text: string,
  allowed: readonly string[],
  required: readonly string[],
): Omit<WordingProblem, 'field'> | null {
  const unknown = parsePlaceholders(text).find((name) => !allowed.includes(name))
  if (unknown) return { problem: 'unknown', name: `{{${unknown}}}` }
  const broken = /\{\{.{0,30}|.{0,30}\}\}/.exec(text.replace(placeholder, ''))?.[0]
  if (broken) return { problem: 'broken', name: broken }
  const missing = required.find((name) => !parsePlaceholders(text).includes(name))
  return missing ? { problem: 'missing', name: `{{${missing}}}` } : null
}

/**
 * Returns the problems of a wording, the first of each field: an unknown or broken placeholder, or in the text a
 * missing required one. The subject comes first; empty when there is none. `allowed` and `required` are names without
 * braces.
 */
export function listWordingProblems(
  wording: Wording,
  allowed: readonly string[],
  required: readonly string[],
): WordingProblem[] {
  const fields = ['subject', 'text'] as const
  return fields.flatMap((field): WordingProblem[] => {
    const found = problemIn(wording[field], allowed, field === 'text' ? required : [])
    return found ? [{ field, ...found }] : []
  })
}

/** Private-use characters around a placeholder's name in stored texts; no value may contain them. */
const [open, close] = ['\ue000', '\ue001']
/** Returns a placeholder's name between private-use characters, as stored texts hold it. */
export const toMark = (name: string): string => `${open}${name}${close}`
/**
 * Returns a text with its `{{…}}` placeholders as marks, the name between two private-use characters, as stored texts
 * have them. Mark characters that it has already are removed.
 */
export const toMarkedText = (text: string): string =>
  withoutMarks(text).replace(placeholder, (_, name: string) => toMark(name))
/** Returns a text with its marks as `{{…}}` placeholders. */
export const toPlaceholderText = (text: string): string => text.replace(/\ue000(\w+)\ue001/g, '{{$1}}')
/** Replaces each mark by its name's value; marks without a value stay, and marks inside values are not replaced. */
export const fillMarks = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\ue000(\w+)\ue001/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  )
/** Returns a text without the two mark characters; the names between them stay. */
export const withoutMarks = (text: string): string => text.replace(/[\ue000\ue001]/g, '')

/** Placeholder of the recipient's next step, which is filled when the mail is sent. */
export const nextStepName = 'nextStep'
export const nextStepMark = toMark(nextStepName)
/**
 * Returns a text with the next step in place of its mark, after a blank line; `step` is the sentence. An empty one
 * removes the mark. A text without the mark is unchanged.
 */
export const fillNextStep = (text: string, step: string): string =>
  fillMarks(text, { [nextStepName]: step ? `\n\n${step}` : '' })

/** States of a mail in the outbox. */
export const mailStates = ['sent', 'failed', 'waiting'] as const
export type MailState = (typeof mailStates)[number]

/**
 * Returns the state of a mail: `sent`, else `failed` when the latest attempt to send it has an error, which may be
 * repeated, else `waiting`.
 */
export const toMailState = ({ sent, error }: { sent: Date | null; error: string | null }): MailState =>
  sent ? 'sent' : error ? 'failed' : 'waiting'
