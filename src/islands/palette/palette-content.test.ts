import { expect, test } from 'vitest'
import { listOffered, listStatementLinks, type PaletteContent } from './palette-content.ts'

const content: PaletteContent = {
  recent: [{ kind: 'occasion', id: 48, title: 'Kväll', startDate: null }],
  targets: [
    { kind: 'action', label: 'Ny utbildning', href: '/createeducation', key: null },
    { kind: 'page', label: 'Utbildningar', href: '/educations', key: 'u' },
    { kind: 'page', label: 'Fakturor', href: '/invoices', key: 'f' },
    { kind: 'setting', label: 'Utseende', href: '/config?tab=look', key: null },
  ],
}
const namesFor = (text: string) =>
  listOffered(content, text).map(({ name, options }) => [name, ...options.map(({ label }) => label)])

test('an empty field offers recent pages, actions and pages, without settings', () => {
  expect(namesFor(' ')).toEqual([
    ['recent', 'Kväll'],
    ['actions', 'Ny utbildning'],
    ['pages', 'Utbildningar', 'Fakturor'],
  ])
})

test('a text offers whatever has words that begin so, without regard to accents', () => {
  expect(namesFor('UT')).toEqual([
    ['actions', 'Ny utbildning'],
    ['pages', 'Utbildningar'],
    ['settings', 'Utseende'],
  ])
  expect(namesFor('ny utb')).toEqual([['actions', 'Ny utbildning']])
  expect(namesFor('bildning')).toEqual([])
})

test('the course statements of found people are offered to those who may open them', () => {
  const lisa = { id: 7, name: 'Lisa Kvist' }
  const target = { kind: 'page', label: 'Kurshändelser', href: '/statements', key: null } as const
  const office = { recent: [], targets: [target] }
  const [group] = listStatementLinks(office, [lisa, { ...lisa, id: 8 }, { ...lisa, id: 9 }, { ...lisa, id: 10 }])
  expect(group?.options.map(({ href }) => href)).toEqual([7, 8, 9].map((id) => `/statements?userId=${id}`))
  expect(group?.options[0]?.label).toBe('Lisa Kvist')
  expect(listStatementLinks(content, [lisa])).toEqual([])
  expect(listStatementLinks(office, [])).toEqual([])
})
