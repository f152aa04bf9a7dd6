import { eq } from 'drizzle-orm'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { NewReportSchedule, ReportSchedule } from '#api/office/report-schedules/contract.ts'
import { reportDeliveries, reportSchedules } from '#api/office/report-schedules/table.ts'
import type { SavedView } from '#api/office/saved-views/contract.ts'
import { insertFederation } from '../../federation.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { runSchedule } from '../../webhooks.ts'

await insertFederation()

export const { query } = database()

export const everyMonday = { rhythm: 'weekly', day: 1, hour: 7 } as const

let people = 0

/** Creates a person with an e-mail address of their own. */
export function colleague(options: Parameters<typeof signedIn>[0]): Promise<Person> {
  people += 1
  return signedIn({ email: `kansli-${people}@test.example`, ...options })
}

/** Saves a view of the list of people, or of another list; returns its id. */
export async function saveView(person: Person, name: string, fields: object = {}): Promise<number> {
  const view = { list: 'users', name, query: '', isShared: false, ...fields }
  return (await person.json<SavedView>('POST', '/SavedViews', view)).id
}

export const schedule = (person: Person, fields: Partial<NewReportSchedule>, headers: Record<string, string> = {}) =>
  person.fetch(
    'POST',
    '/ReportSchedules',
    { savedViewId: null, times: everyMonday, receiverIds: [person.id], ...fields },
    headers,
  )

export const listSchedules = (person: Person) => person.json<ReportSchedule[]>('GET', '/ReportSchedules')

/** Makes a schedule due since a moment; an hour ago by default. */
export const makeDue = (id: string, since = new Date(Date.now() - 3_600_000)) =>
  query.update(reportSchedules).set({ nextDueAt: since }).where(eq(reportSchedules.id, id))

/** Runs the clock once and all jobs that it queues. */
export async function runClock(): Promise<void> {
  await runSchedule()
  await drainJobs()
}

/** Lists the mails with scheduled reports to a person, by id. */
export const mailsTo = async ({ id }: Person) =>
  (await query.select().from(outboxMails).where(eq(outboxMails.userId, id)).orderBy(outboxMails.id)).filter(
    ({ name }) => name === 'scheduledReport',
  )

export const deliveriesOf = (scheduleId: string) =>
  query
    .select()
    .from(reportDeliveries)
    .where(eq(reportDeliveries.scheduleId, scheduleId))
    .orderBy(reportDeliveries.period, reportDeliveries.userId)
