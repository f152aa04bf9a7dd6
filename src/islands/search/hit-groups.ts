import type { Language } from '#api/actor.ts'
import type { FoundExam, FoundOccasion, SearchResults } from '#api/office/search/contract.ts'
import { parseExactValues } from '#api/office/search/rules.ts'
import { toPortalDay } from '#api/zone.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'

/** The kinds of search results, in the order in which they are shown. */
export const hitKinds = [
  'invoices',
  'receipts',
  'educations',
  'occasions',
  'exams',
  'people',
  'organizations',
  'licenses',
  'requirements',
  'mails',
  'media',
] as const
export type HitKind = (typeof hitKinds)[number]

/** The kinds whose titles organisers write, in the language of the content. */
const contentKinds: readonly HitKind[] = ['educations', 'occasions', 'exams', 'licenses', 'requirements', 'media']

/**
 * Whether organisers write the titles of a kind: educations, occasions, exams, licences, requirements and media. Those
 * of the others are names, numbers and the portal's own texts.
 */
export const hasContentTitles = (kind: HitKind) => contentKinds.includes(kind)

/** A search result as a link. */
interface Hit {
  key: string
  href: string
  title: string
  notes: string[]
  /** Key of the text of a badge, in the namespace `search`. */
  badge?: string
}

/** The results of one kind; `more` is true when there are more. */
export interface HitGroup {
  kind: HitKind
  hits: Hit[]
  more: boolean
}

/** The texts of the namespace `search`, and the language of moments and amounts. */
export interface HitTexts {
  t: (key: string, values?: Record<string, string | number>) => string
  language: Language
}

/** A result before its key is added. */
type NewHit = Omit<Hit, 'key' | 'notes'> & { id: string | number; notes: readonly (string | null)[] }

type ResultItem<K extends HitKind> = NonNullable<SearchResults[K]>['items'][number]
type ToHit<K extends HitKind> = (item: ResultItem<K>, texts: HitTexts) => NewHit

const eventNotes = (
  { startDate, venue, city, title, educationTitle }: FoundOccasion | FoundExam,
  { language }: HitTexts,
) => [
  momentText(startDate, 'moment', language),
  [venue, city].filter(Boolean).join(', '),
  title === educationTitle ? null : educationTitle,
]

/**
 * Returns the participant list of an occasion or exam that the reader manages, else the part on the education's page.
 */
const eventHref = ({ id, managed, educationId, educationPartId }: FoundOccasion | FoundExam, page: string) =>
  managed ? `/education/${page}/${id}` : `/education/${educationId}#part-${educationPartId}`

const toEvent = (page: string) => (item: FoundOccasion | FoundExam, texts: HitTexts) => ({
  id: item.id,
  href: eventHref(item, page),
  title: item.title,
  notes: eventNotes(item, texts),
  ...(item.canceled && { badge: 'canceled' }),
})

const inactive = (active: boolean) => (active ? {} : { badge: 'inactive' })

const toHit: { [K in HitKind]: ToHit<K> } = {
  invoices: ({ id, number, organizationId, recipientName, total, created, undone, managed }, { t, language }) => {
    const day = toPortalDay(created)
    const ofDay = `/invoices?tab=exported&startDate=${day}&endDate=${day}&search=${number}`
    return {
      id,
      href: managed ? ofDay : `/organization/${organizationId}?tab=invoices`,
      title: t('invoice', { number }),
      notes: [recipientName, moneyText(total, language), momentText(created, 'day', language)],
      ...(undone && { badge: 'undone' }),
    }
  },
  receipts: ({ paymentId, receiptNumber, payerName, amount, paid }, { t, language }) => ({
    id: paymentId,
    href: `/betalningar/${paymentId}`,
    title: t('receipt', { number: receiptNumber }),
    notes: [payerName, moneyText(amount, language), paid && momentText(paid, 'day', language)],
  }),
  educations: ({ id, title, categories, shortDescription, published, managed }) => ({
    id,
    href: managed ? `/education/${id}/manageEducationParts` : `/education/${id}`,
    title,
    notes: [categories.join(', '), shortDescription],
    ...(!published && { badge: 'unpublished' }),
  }),
  occasions: toEvent('manageOccasion'),
  exams: toEvent('managePracticalDriverExam'),
  people: ({ id, name, organizations }) => ({
    id,
    href: `/profile/${id}`,
    title: name,
    notes: Object.values(organizations),
  }),
  organizations: ({ id, name, city, active }) => ({
    id,
    href: `/organization/${id}`,
    title: name,
    notes: [city],
    ...inactive(active),
  }),
  licenses: ({ id, name, code, managed, active }) => ({
    id,
    href: managed ? `/license/${id}` : `/profile/license/${id}`,
    title: name,
    notes: [code],
    ...inactive(active),
  }),
  requirements: ({ id, name, active }) => ({
    id,
    href: '/licenses?tab=requirements',
    title: name,
    notes: [],
    ...inactive(active),
  }),
  mails: ({ id, recipient, subject, created, failed }, { language }) => ({
    id,
    href: `/outbox?who=${encodeURIComponent(recipient)}`,
    title: subject,
    notes: [recipient, momentText(created, 'moment', language)],
    ...(failed && { badge: 'failed' }),
  }),
  media: ({ id, title, description, kind, url }, { t }) => ({
    id,
    href: url,
    title,
    notes: [kind === 1 ? t('link') : t('file'), description],
  }),
}

function toGroup<K extends HitKind>(kind: K, found: SearchResults, texts: HitTexts): HitGroup {
  const group = found[kind]
  const items = (group?.items ?? []) as ResultItem<K>[]
  const hits = items.map((item) => {
    const { id, notes, ...hit } = toHit[kind](item, texts)
    return { ...hit, key: `${kind}-${id}`, notes: notes.filter((note) => note !== null && note !== '') as string[] }
  })
  return { kind, hits, more: group?.more ?? false }
}

/** Whether a search text is an e-mail address or a phone number, for which people are shown first. */
const namesPerson = (q: string) => q.includes('@') || parseExactValues(q).phone !== null

/**
 * Returns the results as links in groups, without the empty ones, in the order of `hitKinds`. People come first when
 * the searched text `q` has an e-mail address or a telephone number. The links keep the order of the results, with
 * title, notes and perhaps a badge's text key; `more` says that the search found more of the kind.
 */
export function toHitGroups(found: SearchResults, q: string, texts: HitTexts): HitGroup[] {
  const kinds = namesPerson(q) ? ['people' as const, ...hitKinds.filter((kind) => kind !== 'people')] : hitKinds
  return kinds.map((kind) => toGroup(kind, found, texts)).filter(({ hits }) => hits.length > 0)
}
