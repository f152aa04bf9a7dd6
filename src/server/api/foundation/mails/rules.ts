export const mailLanguages = ['sv', 'en'] as const
export type MailLanguage = (typeof mailLanguages)[number]

/** What a person may do without mails about; a notice in the portal comes all the same. */
export const mailTopics = [
  'signUps',
  'results',
  'submissions',
  'comments',
  'assignments',
  'licenses',
  'reminders',
] as const
export type MailTopic = (typeof mailTopics)[number]

/** Work to examine is given to educators alone: nobody else is asked about mails of it. */
export const topicsFor = (isEducator: boolean): MailTopic[] =>
  mailTopics.filter((topic) => isEducator || topic !== 'assignments')

const topics: Record<string, MailTopic> = {
  signUpConfirmed: 'signUps',
  signUpWithdrawn: 'signUps',
  partApproved: 'results',
  educationCompleted: 'results',
  examFailed: 'results',
  submissionReviewed: 'submissions',
  commentWritten: 'comments',
  submissionAssigned: 'assignments',
  occasionSoon: 'reminders',
  licenseExpiring: 'licenses',
  licenseIssued: 'licenses',
  licenseRenewed: 'licenses',
}

/**
 * What a mail is about, by the name of its template. Null: it must be sent. That is everything about an account, a payment,
 * a place that somebody else decides on, and a day or a right that is no more; and whatever nobody has put under a topic.
 */
export const topicOf = (name: string): MailTopic | null => (Object.hasOwn(topics, name) ? (topics[name] ?? null) : null)

/** `submissionReviewed.subject_approved` is of `submissionReviewed`, in the variant `approved`. */
const subjectKey = /^(\w+)\.subject(?:_(\w+))?$/

export interface Template {
  name: string
  variant: string | null
}

/** The mail that tries the settings, and the made-up words that templates are shown with. */
const notTemplates = new Set(['test', 'sample'])

/** The templates that there are texts for, by name. */
export const templatesIn = (texts: Record<string, string>): Template[] =>
  Object.keys(texts)
    .flatMap((key) => {
      const [, name, variant = null] = subjectKey.exec(key) ?? []
      return name === undefined || notTemplates.has(name) ? [] : [{ name, variant }]
    })
    .sort((a, b) => `${a.name} ${a.variant ?? ''}`.localeCompare(`${b.name} ${b.variant ?? ''}`))

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/** A text as somebody would get it; what no sample is known of stands as its own name. */
export const sampled = (text: string, samples: Record<string, string>): string =>
  text.replace(placeholder, (_, name: string) => samples[name] ?? `[${name}]`)

/** Names of the placeholders in texts, each once. */
export const placeholdersIn = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))),
]

/** What a mail is there to bring: without it its reader could do nothing. */
const neverLeftOut = new Set(['link', 'code', 'password', 'text'])

export const requiredOf = (originalText: string): string[] =>
  placeholdersIn(originalText).filter((name) => neverLeftOut.has(name))

export interface Wording {
  subject: string
  text: string
}

export interface WordingProblem {
  field: keyof Wording
  problem: 'unknown' | 'missing' | 'broken'
  /** Of the placeholder, as it is written. */
  name: string
}

function problemIn(
  text: string,
  allowed: readonly string[],
  required: readonly string[],
): Omit<WordingProblem, 'field'> | null {
  const unknown = placeholdersIn(text).find((name) => !allowed.includes(name))
  if (unknown) return { problem: 'unknown', name: `{{${unknown}}}` }
  const broken = /\{\{.{0,30}|.{0,30}\}\}/.exec(text.replace(placeholder, ''))?.[0]
  if (broken) return { problem: 'broken', name: broken }
  const missing = required.find((name) => !placeholdersIn(text).includes(name))
  return missing ? { problem: 'missing', name: `{{${missing}}}` } : null
}

/** Why a mail cannot be worded so; the first of each field. */
export function problemsOf(
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

/** Private characters around a placeholder's name, where the database fills it in; no value may have them. */
const [open, close] = ['\ue000', '\ue001']
export const mark = (name: string): string => `${open}${name}${close}`
export const marked = (text: string): string => unmarkable(text).replace(placeholder, (_, name: string) => mark(name))
export const unmarked = (text: string): string => text.replace(/\ue000(\w+)\ue001/g, '{{$1}}')
/** Puts each value where its mark is; what a value itself contains is not looked into. */
export const fillMarks = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\ue000(\w+)\ue001/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  )
export const unmarkable = (text: string): string => text.replace(/[\ue000\ue001]/g, '')

/** How far a mail of the outbox has come. */
export const mailStates = ['sent', 'failed', 'waiting'] as const
export type MailState = (typeof mailStates)[number]
