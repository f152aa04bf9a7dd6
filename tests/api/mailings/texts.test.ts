import { expect, test } from 'vitest'
import type { MailingRule } from '#api/office/mailing-rules/contract.ts'
import type { MailingText } from '#api/office/mailing-texts/contract.ts'
import { member, send, staff } from './fixtures.ts'

const office = await staff({ SuperAdministrator: {} })
const educator = await staff({ Educator: {} })
const club = await staff({ OrganizationAdmin: { Organization: [20] } }, [20])

const listFor = (person: typeof office, kind: string) =>
  person.json<MailingText[]>('GET', `/Mailings/texts?kind=${kind}`)

const namesOf = (texts: MailingText[], source: string) =>
  texts.filter((one) => one.source === source).map(({ name }) => name)

test('a mailing can begin with an e-mail of the portal in the wording of the federation, or with the text of a rule', async () => {
  const wording = {
    variant: '',
    language: 'sv',
    subject: 'Packa väskan: {{title}}',
    text: 'Hej {{name}}! {{when}} {{link}}',
  }
  await office.json('PUT', '/Mails/templates/occasionSoon', wording)
  const rule = {
    name: 'Tre dagar före',
    trigger: 'beforeStart',
    days: 3,
    audience: 'participants',
    educationId: null,
    subject: 'Snart',
    text: 'Vi ses på {{plats}}.',
    active: false,
  }
  const made = await office.json<MailingRule>('POST', '/MailingRules', rule)
  // A rule that is off mails nobody, so only those who may see rules read its text.
  expect(namesOf(await listFor(office, 'occasion'), 'rule')).toEqual(['Tre dagar före'])
  for (const person of [educator, club]) expect(namesOf(await listFor(person, 'occasion'), 'rule')).toEqual([])
  await office.json('PUT', `/MailingRules/${made.id}`, { ...rule, active: true, lastChange: made.lastChange })
  const texts = await listFor(educator, 'occasion')
  expect(texts[0]).toMatchObject({ source: 'template', subject: 'Packa väskan: {{tillfälle}}' })
  expect(texts[0]?.text).toContain('Hej {{förnamn}}! {{datum}}, {{plats}}')
  expect(namesOf(texts, 'rule')).toEqual(['Tre dagar före'])
  expect(namesOf(await listFor(educator, 'users'), 'rule')).toEqual([])
})

test('an earlier mailing is a text for its author alone', async () => {
  const reader = await member({ organizationIds: [20] })
  await send(club, { kind: 'users', userIds: [reader.id] }, { subject: 'Vårmöte', text: 'Välkommen!' })
  expect(await listFor(club, 'users')).toEqual([
    { source: 'mailing', name: 'Vårmöte', subject: 'Vårmöte', text: 'Välkommen!' },
  ])
  expect(await listFor(office, 'users')).toEqual([])
  expect((await reader.fetch('GET', '/Mailings/texts?kind=users')).status).toBe(403)
  expect((await club.fetch('GET', '/Mailings/texts?kind=alla')).status).toBe(400)
})
