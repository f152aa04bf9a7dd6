import { expect, test } from 'vitest'
import type { SearchResults } from '#api/office/search/contract.ts'
import { hasContentTitles, hitKinds, toHitGroups } from './hit-groups.ts'

const none = { items: [], more: false }
const empty: SearchResults = {
  educations: none,
  occasions: none,
  exams: none,
  media: none,
  licenses: none,
  people: null,
  organizations: null,
  requirements: null,
  invoices: null,
  receipts: null,
  mails: null,
  near: false,
}
const texts = { t: (key: string) => key, language: 'sv' as const }
const occasion = {
  id: 48,
  educationId: 30,
  educationPartId: 59,
  type: 0 as const,
  title: 'Kväll',
  educationTitle: 'Banfunktionär',
  startDate: new Date('2026-12-01T17:00:00Z'),
  endDate: new Date('2026-12-01T19:00:00Z'),
  city: 'Karlstad',
  venue: null,
  canceled: false,
  managed: true,
}
const person = { id: 7, name: 'Lisa Kvist', pictureUrl: null, organizations: { 20: 'Åre MK' } }
const only = <Item>(...items: Item[]) => ({ items, more: false })
const hrefs = (found: Partial<SearchResults>, q = 'ord') =>
  toHitGroups({ ...empty, ...found }, q, texts).flatMap(({ hits }) => hits.map(({ href }) => href))

test('without results there are no groups', () => expect(toHitGroups(empty, 'ord', texts)).toEqual([]))

test('an occasion opens its participant list for those who manage it, else the education', () => {
  expect(hrefs({ occasions: only(occasion, { ...occasion, managed: false }) })).toEqual([
    '/education/manageOccasion/48',
    '/education/30#part-59',
  ])
  expect(hrefs({ exams: only({ ...occasion, id: 3 }) })).toEqual(['/education/managePracticalDriverExam/3'])
})

test('an education opens its parts for those who manage it, else its own page', () => {
  const education = {
    id: 30,
    title: 'Banfunktionär',
    code: null,
    shortDescription: null,
    pictureUrl: null,
    pictureColor: null,
    published: true,
    categories: [],
    categoryColor: null,
    parts: ['Teori'],
    managed: true,
  }
  expect(hrefs({ educations: only(education, { ...education, managed: false }) })).toEqual([
    '/education/30/manageEducationParts',
    '/education/30',
  ])
})

test('a licence opens its page for those who manage it, else the reader’s own page', () => {
  const license = { id: 4, name: 'Förarlicens', code: null, active: true, managed: true }
  expect(hrefs({ licenses: only(license, { ...license, managed: false }) })).toEqual([
    '/license/4',
    '/profile/license/4',
  ])
})

test('an invoice opens the list of the day on which it was made, with its number, or the page of the club', () => {
  const created = new Date('2026-11-01T23:30:00Z')
  const invoice = {
    id: 1,
    number: 1042,
    organizationId: 20,
    recipientName: 'Åre MK',
    total: 450,
    undone: false,
    created,
  }
  expect(hrefs({ invoices: only({ ...invoice, managed: true }, { ...invoice, managed: false }) })).toEqual([
    '/invoices?tab=exported&startDate=2026-11-02&endDate=2026-11-02&search=1042',
    '/organization/20?tab=invoices',
  ])
})

test('numbers come first, and people before educations for an address or a phone number', () => {
  const receipt = { paymentId: 'a', receiptNumber: 1042, payerName: 'Lisa', amount: 1, paid: null }
  const found = { occasions: only(occasion), people: only(person), receipts: only(receipt) }
  expect(hrefs(found, '1042')).toEqual(['/betalningar/a', '/education/manageOccasion/48', '/profile/7'])
  expect(hrefs(found, 'lisa@example.se')[0]).toBe('/profile/7')
  expect(hrefs(found, '070-123 45 67')[0]).toBe('/profile/7')
})

test('notes leave out what is empty, and badges name a state', () => {
  const [group] = toHitGroups({ ...empty, occasions: only({ ...occasion, canceled: true }) }, 'ord', texts)
  expect(group?.hits[0]).toMatchObject({ key: 'occasions-48', badge: 'canceled' })
  expect(group?.hits[0]?.notes.slice(1)).toEqual(['Karlstad', 'Banfunktionär'])
})

test('only titles that organisers write are in the language of the content', () => {
  expect(hitKinds.filter(hasContentTitles)).toEqual([
    'educations',
    'occasions',
    'exams',
    'licenses',
    'requirements',
    'media',
  ])
})
