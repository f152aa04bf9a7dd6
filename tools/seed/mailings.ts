import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { mailingRules } from '#api/office/mailing-rules/table.ts'
import { mailingDrafts, mailingRecipients, mailings } from '#api/office/mailings/table.ts'
import { savedViews } from '#api/office/saved-views/table.ts'
import { users } from '#api/people/users/table.ts'
import { cast } from '#story/people.ts'
import type { World } from './world.ts'

const author = cast.superadmin.id

/** Adds two views of the list of users, both of the superadministrator; one is shared. */
function addViews({ ledger, calendar }: World): void {
  const view = { userId: author, list: 'users' as const, createdAt: calendar.at(-30) }
  ledger.add(savedViews, { ...view, id: 1, name: 'Alla utbildare', query: 'role=Educator', isShared: true })
  ledger.add(savedViews, { ...view, id: 2, name: 'Externa deltagare', query: 'kind=external', isShared: false })
}

interface StoryMailing {
  id: string
  subject: string
  body: string
  createdAt: Date
  dueAt: Date
}

/** Adds a mailing to the first members of the federation; one that is sent has its mails in the outbox. */
function addMailing({ ledger }: World, mailing: StoryMailing, isSent: boolean): void {
  const { createdAt, dueAt } = mailing
  ledger.add(mailings, {
    ...mailing,
    audience: { kind: 'users' },
    state: isSent ? 'sent' : 'scheduled',
    finishedAt: isSent ? dueAt : null,
    createdByUserId: author,
    changedAt: isSent ? dueAt : createdAt,
  })
  const people = ledger.rowsOf(users) as (typeof users.$inferInsert & { id: number })[]
  for (const person of people.filter(({ email }) => email).slice(0, 12)) {
    const messageId = `${mailing.id}-${person.id}`
    const sent = isSent && { state: 'written' as const, messageId }
    ledger.add(mailingRecipients, { mailingId: mailing.id, userId: person.id, createdAt, ...sent })
    if (!isSent) continue
    ledger.add(outboxMails, {
      messageId,
      recipient: person.email ?? '',
      userId: person.id,
      name: 'mailing',
      subject: mailing.subject,
      body: mailing.body.replace('{{förnamn}}', person.firstName),
      language: 'sv',
      createdAt: dueAt,
      sentAt: new Date(dueAt.getTime() + 20_000),
    })
  }
}

/** Adds saved views, a draft, a sent and a scheduled mailing, and a rule that is off. */
export function addMailings(world: World): void {
  const { ledger, calendar } = world
  addViews(world)
  ledger.add(mailingDrafts, {
    id: 'story-draft',
    audience: { kind: 'savedView', viewId: 1 },
    subject: 'Utbildarträff i vår',
    body: 'Hej {{förnamn}}!\n\nVi samlar alla utbildare till en träff i vår.',
    createdByUserId: author,
    createdAt: calendar.at(-3, 15),
    changedAt: calendar.at(-2, 9),
  })
  const sentAt = calendar.at(-9, 10)
  addMailing(
    world,
    {
      id: 'story-sent',
      subject: 'Nya regler för säsongen',
      body: 'Hej {{förnamn}}!\n\nReglerna för säsongen är klara. Läs dem innan du anmäler dig.',
      createdAt: sentAt,
      dueAt: sentAt,
    },
    true,
  )
  const dueAt = calendar.at(4, 9)
  addMailing(
    world,
    {
      id: 'story-scheduled',
      subject: 'Inbjudan till funktionärsdagen',
      body: 'Hej {{förnamn}}!\n\nVälkommen till funktionärsdagen.',
      createdAt: calendar.at(-1, 11),
      dueAt,
    },
    false,
  )
  ledger.add(jobs, {
    id: 'seed-mailing',
    kind: 'mailings.send',
    payload: { mailingId: 'story-scheduled' },
    key: 'mailing story-scheduled',
    createdAt: calendar.at(-1, 11),
    runAt: dueAt,
    state: 0,
  })
  ledger.add(mailingRules, {
    id: 1,
    name: 'Påminnelse inför kursdagen',
    trigger: 'beforeStart',
    days: 3,
    audience: 'participants',
    subject: 'Snart dags för {{tillfälle}}',
    body: 'Hej {{förnamn}}!\n\nVi ses {{datum}} på {{plats}}.',
    active: false,
    createdAt: calendar.at(-20),
    changedAt: calendar.at(-20),
  })
}
