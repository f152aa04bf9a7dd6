import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#api/people/users/table.ts'
import { insertFederation } from '../../federation.ts'
import { accept, administratorOf, clubsOf, hashNumbers, outcomes, query, stage, undo } from './fixtures.ts'

await insertFederation()
hashNumbers()

const district = await administratorOf(2, 1)
const heading = 'IdrottsID;Förnamn;Efternamn;Födelsedat./Personnr.;E-post;Förening'
const file = (...rows: string[]) => [heading, ...rows].join('\n')
const listAccounts = (lastName: string) => query.select().from(users).where(eq(users.lastName, lastName))

test.each(['', 'IID501'])(
  'somebody on two rows with a club each gets one account with both clubs: IdrottsID "%s"',
  async (id) => {
    const lastName = `Tvåklubb${id}`
    const row = (club: string) => `${id};Anna;${lastName};1985-04-12;;${club}`
    const staged = await stage(district, file(row('Luleå MS'), row('Ystad MK'), row('Ystad MK')))
    expect(staged.counts).toEqual({ errors: 1, new: 1, joined: 1, existing: 0 })
    const done = await accept(district, staged)
    expect(done).toMatchObject({ state: 'done', applied: 2 })
    const [account, ...others] = await listAccounts(lastName)
    expect([(await clubsOf(account?.id ?? 0)).sort(), others]).toEqual([[21, 30], []])
    expect(await undo(district, done)).toMatchObject({ state: 'undone', undone: 2, kept: 0 })
    expect(await listAccounts(lastName)).toEqual([])
  },
)

test('rows with one IdrottsID and different addresses are one person', async () => {
  const staged = await stage(
    district,
    file(
      'IID502;Bo;Adresser;1985-04-12;bo@club.example;Luleå MS',
      'IID502;Bo;Adresser;1985-04-12;bo@work.example;Ystad MK',
      'IID502;Bo;Adresser;1985-04-12;bo@home.example;Luleå MS',
    ),
  )
  const done = await accept(district, staged)
  expect([done.state, outcomes(done)]).toEqual([
    'done',
    [
      [4, 3, 'repeated'],
      [3, 1, null],
      [2, 0, null],
    ],
  ])
  const accounts = await listAccounts('Adresser')
  expect([accounts.length, (await clubsOf(accounts[0]?.id ?? 0)).sort()]).toEqual([1, [21, 30]])
})

test('rows with one personal number and different addresses add one account; the other is reported', async () => {
  const staged = await stage(
    district,
    file(';Cia;Nummer;19850412-1230;cia@club.example;Luleå MS', ';Cia;Nummer;19850412-1230;cia@work.example;Ystad MK'),
  )
  const done = await accept(district, staged)
  expect([done.state, outcomes(done)]).toEqual([
    'done',
    [
      [3, 3, 'repeated'],
      [2, 0, null],
    ],
  ])
  expect(await listAccounts('Nummer')).toHaveLength(1)
})
