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
