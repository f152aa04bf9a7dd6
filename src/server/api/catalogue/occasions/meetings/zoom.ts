import { z } from 'zod'
import { instant } from '#api/wire.ts'
import { createClient, type MeetingClient, ofKnownHost, parseAnswer } from './client.ts'
import { MeetingError } from './meeting-error.ts'
import type { MeetingProvider, Presence } from './meeting-provider.ts'
import { type MeetingSchedule, minutesBetween } from './rules.ts'
import type { ZoomSettings } from './settings.ts'

/** Numbers of Zoom's meetings are longer than most; both forms occur. */
const Id = z.union([z.number(), z.string()]).transform(String)

const joinUrl = z.string().startsWith('https://')

const Created = z.object({ id: Id, join_url: joinUrl })

const nextPage = z.string().nullish()

const Listed = z.object({
  meetings: z.array(z.object({ id: Id, join_url: joinUrl, agenda: z.string().nullish() })),
  next_page_token: nextPage,
})

const Instances = z.object({ meetings: z.array(z.object({ uuid: z.string() })) })

const Participants = z.object({
  participants: z.array(
    z.object({
      name: z.string(),
      user_email: z.string().nullish(),
      join_time: instant,
      leave_time: instant,
      /** `in_waiting_room` for the time before the host lets somebody in. */
      status: z.string().nullish(),
    }),
  ),
  next_page_token: nextPage,
})

/** Zoom has no idempotency key, so the portal's key stands in the agenda, by which a meeting is found again. */
const toAgenda = (key: string) => `Ref: ${key}`

const scheduledOnce = 2
const withoutFixedTime = 3

/**
 * Returns the fields of a meeting; one of several days has no fixed time, since Zoom's links of others expire earlier.
 */
function toFields({ title, start, firstEnd, hasSeveralDays }: MeetingSchedule) {
  if (hasSeveralDays) return { topic: title, type: withoutFixedTime }
  const duration = minutesBetween(start, firstEnd)
  return { topic: title, type: scheduledOnce, start_time: start.replace(/\.\d+Z$/, 'Z'), duration, timezone: 'UTC' }
}

/** Zoom asks for a second encoding of ids with a slash. */
function encodeUuid(uuid: string): string {
  const once = encodeURIComponent(uuid)
  return uuid.startsWith('/') || uuid.includes('//') ? encodeURIComponent(once) : once
}

const maxPages = 20

/** Reads all pages of a list; `path` ends with its query. */
async function readPages<Page extends { next_page_token?: string | null | undefined }>(
  call: MeetingClient,
  path: string,
  schema: z.ZodType<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  for (let next = ''; pages.length < maxPages; ) {
    const page = parseAnswer(
      schema,
      await call('GET', next ? `${path}&next_page_token=${encodeURIComponent(next)}` : path),
    )
    pages.push(page)
    next = page.next_page_token ?? ''
    if (!next) break
  }
  return pages
}

/** Returns the answer of a call; null when Zoom has no such meeting or report. */
const orNone = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof MeetingError && error.kind === 'gone') return null
    throw error
  })

/**
 * Creates meetings with Zoom's API as one user of the account. Makes no call itself.
 * @throws MeetingError in each method, as `createClient`; 'unavailable' also for an answer without the fields.
 */
export function createZoom(settings: ZoomSettings): MeetingProvider {
  const { accountId, clientId, clientSecret, tokenOrigin, apiOrigin } = settings
  const call = createClient(`${apiOrigin}/v2`, {
    url: `${tokenOrigin}/oauth/token`,
    clientId,
    clientSecret,
    grantType: 'account_credentials',
    parameters: { account_id: accountId },
    authentication: 'basic',
  })
  const ofHost = `/users/${encodeURIComponent(settings.host)}/meetings`
  const toMeeting = ({ id, join_url }: z.output<typeof Created>) => ({ id, joinUrl: join_url })
  return {
    async create(key, schedule) {
      const body = { ...toFields(schedule), agenda: toAgenda(key) }
      return toMeeting(parseAnswer(Created, await ofKnownHost(call('POST', ofHost, body))))
    },
    async find(key) {
      const pages = await ofKnownHost(readPages(call, `${ofHost}?type=scheduled&page_size=300`, Listed))
      const found = pages.flatMap(({ meetings }) => meetings).find(({ agenda }) => agenda?.includes(toAgenda(key)))
      return found ? toMeeting(found) : null
    },
    async update(id, schedule) {
      await call('PATCH', `/meetings/${id}`, toFields(schedule))
    },
    async remove(id) {
      await orNone(call('DELETE', `/meetings/${id}`))
    },
    async listPresences(id): Promise<Presence[]> {
      const answer = await orNone(call('GET', `/past_meetings/${id}/instances`))
      const instances = answer === null ? [] : parseAnswer(Instances, answer).meetings
      const people: Presence[] = []
      for (const { uuid } of instances) {
        const path = `/report/meetings/${encodeUuid(uuid)}/participants?page_size=300`
        const pages = (await orNone(readPages(call, path, Participants))) ?? []
        for (const one of pages.flatMap(({ participants }) => participants))
          if (one.status !== 'in_waiting_room')
            people.push({
              name: one.name,
              email: one.user_email || null,
              intervals: [{ from: one.join_time, to: one.leave_time }],
            })
      }
      return people
    },
  }
}
