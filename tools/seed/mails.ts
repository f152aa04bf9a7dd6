import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { users } from '#api/people/users/table.ts'
import { filled } from '#locales/filled.ts'
import { cast } from '#story/people.ts'
import { root } from '../local-portal.ts'
import type { World } from './world.ts'

type NoticeRow = typeof notices.$inferInsert
type UserRow = typeof users.$inferInsert

const portal = 'http://localhost:8787'
const hourMs = 3_600_000

const texts = JSON.parse(readFileSync(join(root, 'locales/sv/mails.json'), 'utf8')) as Record<string, string>

const letterOf = (name: string, values: Record<string, string>) => ({
  subject: filled(texts[`${name}.subject`] ?? '', values, 'sv'),
  body: `${filled(texts[`${name}.text`] ?? '', values, 'sv')}\n\n${filled(texts['signature'] ?? '', { portal }, 'sv')}\n`,
})

function addMail(world: World, person: UserRow, name: string, values: Record<string, string>, at: Date): void {
  const { ledger } = world
  const number = ledger.rowsOf(outboxMails).length + 1
  // One address no longer receives e-mail, so that the log has a failure.
  const isLost = number === 3
  ledger.add(outboxMails, {
    messageId: `story-${number}`,
    recipient: person.email ?? '',
    userId: person.id ?? null,
    ...letterOf(name, { name: person.firstName, ...values }),
    name,
    language: 'sv',
    createdAt: at,
    ...(isLost ? { error: '550 5.1.1 mailbox unavailable' } : { sentAt: new Date(at.getTime() + 20_000) }),
  })
}

/** Adds the e-mails of the cast's notices, and one password reset. */
export function addMails(world: World): void {
  const people = world.ledger.rowsOf(users) as UserRow[]
  const personOf = (id: number) => people.find((one) => one.id === id)
  const mailedNotices = (world.ledger.rowsOf(notices) as NoticeRow[]).filter(({ kind }) => `${kind}.subject` in texts)
  for (const { userId, kind, values, path, createdAt } of mailedNotices) {
    const person = personOf(userId)
    if (person?.email) addMail(world, person, kind, { ...values, link: `${portal}${path ?? '/'}` }, createdAt)
  }
  const forgetful = personOf(cast.learner.id)
  if (!forgetful?.email) return
  const at = new Date(world.calendar.at(-1, 8).getTime() + hourMs / 2)
  world.ledger.add(outboxMails, {
    messageId: 'story-secret',
    recipient: forgetful.email,
    userId: forgetful.id ?? null,
    name: 'passwordReset',
    subject: texts['passwordReset.subject'] ?? '',
    body: '',
    secret: true,
    language: 'sv',
    createdAt: at,
    sentAt: new Date(at.getTime() + 20_000),
  })
}
