import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import type { MeetingServiceState } from './meeting-server.ts'
import type { Person } from './portal.ts'
import { drainJobs } from './queue.ts'
import { inMinutes } from './time.ts'
import { runSchedule } from './webhooks.ts'

/** Creates a stand-in of its own for both services, and makes the portal an app of it for the tests of a file. */
export function openMeetingServices() {
  const origin = `http://127.0.0.1:${inject('meetingPort')}/${crypto.randomUUID()}`
  const settings = {
    ZOOM_ACCOUNT_ID: 'zoom-account',
    ZOOM_CLIENT_ID: 'zoom_client',
    ZOOM_CLIENT_SECRET: 'zoom_secret',
    ZOOM_HOST: 'host@example.org',
    ZOOM_ORIGIN: origin,
    TEAMS_TENANT_ID: 'tenant-id',
    TEAMS_CLIENT_ID: 'teams-client',
    TEAMS_CLIENT_SECRET: 'teams-secret',
    TEAMS_ORGANIZER_ID: 'organizer-id',
    TEAMS_ORIGIN: origin,
  }
  const configure = (changes: Partial<Record<keyof typeof settings, string>> = {}) =>
    Object.assign(env, { ...settings, ...changes })
  configure()
  const change = async (changes: Partial<MeetingServiceState> = {}) =>
    // The stand-in answers with its state.
    (await (
      await fetch(`${origin}/state`, { method: 'POST', body: JSON.stringify(changes) })
    ).json()) as MeetingServiceState
  return { configure, change, read: () => change() }
}

export const readManaged = (person: Person, { id }: { id: number }) =>
  person.json<ManagedOccasion>('GET', `/EducationPartOccasions/${id}/managed`)

/** Saves an occasion with changed fields, as its form does. */
export async function saveOccasion(person: Person, one: { id: number }, fields: object): Promise<Occasion> {
  const stored = await readManaged(person, one)
  return person.json<Occasion>('PUT', '/EducationPartOccasions', { ...stored, ...fields })
}

/** Makes waiting meetings due, as time does, and runs what the platform runs each minute. */
export async function passMinute(): Promise<void> {
  await env.DB.prepare('UPDATE occasion_meetings SET due_at = ?1 WHERE due_at IS NOT NULL')
    .bind(inMinutes(-1).toISOString())
    .run()
  await runSchedule()
  await drainJobs()
}

/** Lets an occasion have been held: it began so many minutes ago and lasted for an hour. */
export async function holdOccasion({ id }: { id: number }, minutesAgo = 90): Promise<{ start: Date; end: Date }> {
  const [start, end] = [inMinutes(-minutesAgo), inMinutes(60 - minutesAgo)]
  await env.DB.prepare('UPDATE occasions SET starts_at = ?1, ends_at = ?2 WHERE id = ?3')
    .bind(start.toISOString(), end.toISOString(), id)
    .run()
  return { start, end }
}
