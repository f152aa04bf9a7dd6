import { describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import { screens } from '#screens/screens.ts'
import texts from '../../locales/sv/shell.json' with { type: 'json' }
import { createMenu } from './menu.ts'

/** Roles in the order of the table's last columns; an external user has none. */
const people: Record<string, HeldRoles> = {
  learner: {},
  educator: { Educator: {} },
  administrator: { Administrator: {} },
  superadministrator: { SuperAdministrator: {} },
  'organisation administrator': { OrganizationAdmin: {} },
  'external user': {},
}

/**
 * Section, text key, Swedish text, path, and a column for each person: x where the row is shown with every feature
 * on.
 */
const table = `
main           | menu.dashboard           | Startsida                    | /                          | x x x x x x
main           | menu.profile             | Profil                       | /profile                   | x x x x x x
main           | menu.calendar            | Kalender                     | /calendar                  | x x x x x x
main           | menu.media               | Mediabibliotek               | /media                     | x x x x x x
main           | menu.cv                  | Skriv ut CV                  | /print/cv/42               | x x x x x x
main           | menu.educations          | Alla utbildningar            | /educations                | x x x x x x
main           | menu.gdpr                | Personuppgifter & GDPR       | /gdpr                      | x x x x x x
main           | menu.changePassword      | Byt lösenord                 | /changepassword            | x x x x x x
main           | menu.licenses            | Alla licenser                | /licenses                  | . . . x . .
administration | menu.myEducations        | Mina utbildningar            | /myeducations              | . x x x . .
administration | menu.newEducation        | Ny utbildning                | /createeducation           | . . . x . .
administration | menu.newLicense          | Ny licens                    | /licenses/create           | . . . x . .
administration | menu.invoices            | Fakturor                     | /invoices                  | . . . x . .
administration | menu.users               | Användare                    | /users                     | . . x x x .
administration | menu.createExternalUser  | Skapa extern användare       | /skapaexternanvändare      | . . . x . .
administration | menu.importResults       | Importera utbildningsresultat | /import/educationResults   | . . . x . .
administration | menu.overview            | Översikt                     | /oversikt                  | . . . x . .
administration | menu.submissions         | Inlämningsuppgifter          | /inlamningsuppgifter       | . x x x . .
administration | menu.configuration       | Konfiguration                | /config                    | . . . x . .
`

const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [section = '', label = '', text = '', href = '', marks = ''] = line.split('|').map((cell) => cell.trim())
    return { section, label, text, href, has: marks.split(' ').map((mark) => mark === 'x') }
  })

const offered = (roles: HeldRoles, on: typeof features | [] = features) => {
  const { main, account, administration } = createMenu(screens, { id: 42, roles }, on)
  return [
    ...[...main, ...account].map((row) => ({ section: 'main', ...row })),
    ...administration.map((row) => ({ section: 'administration', ...row })),
  ].map(({ section, label, href }) => `${section} ${label} ${href}`)
}

const wantedOf = (column: number) =>
  rows.filter(({ has }) => has[column]).map(({ section, label, href }) => `${section} ${label} ${href}`)

describe('the slide-in menu, row by row', () => {
  test.each(Object.keys(people).map((name, column) => [name, column] as const))('of the %s', (name, column) => {
    expect(offered(people[name] ?? {}).sort()).toEqual(wantedOf(column).sort())
  })

  test('preserves the order of the table within each part', () => {
    const { main, administration } = createMenu(screens, { id: 42, roles: { SuperAdministrator: {} } }, features)
    const inTable = (among: readonly { label: string }[]) =>
      rows.map(({ label }) => label).filter((label) => among.some((row) => row.label === label))
    expect(main.map(({ label }) => label)).toEqual(inTable(main))
    expect(administration.map(({ label }) => label)).toEqual(inTable(administration))
  })

  test('without the licence feature lacks the two rows about licences only', () => {
    const licences = / menu\.(licenses|newLicense) /
    const all = offered({ SuperAdministrator: {} })
    expect(all.filter((row) => licences.test(row))).toHaveLength(2)
    expect(offered({ SuperAdministrator: {} }, [])).toEqual(all.filter((row) => !licences.test(row)))
  })

  test.each(rows)('$label is called $text', ({ label, text }) => {
    expect((texts as Record<string, string>)[label]).toBe(text)
  })
})
