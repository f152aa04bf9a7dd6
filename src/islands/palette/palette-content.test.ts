import { expect, test } from 'vitest'
import { listOffered, type PaletteContent } from './palette-content.ts'

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
