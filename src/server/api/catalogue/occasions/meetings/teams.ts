import { z } from 'zod'
import { instant } from '#api/wire.ts'
import { createClient, type MeetingClient, ofKnownHost, parseAnswer } from './client.ts'
import { MeetingError } from './meeting-error.ts'
import type { MeetingProvider, Presence } from './meeting-provider.ts'
import type { MeetingSchedule } from './rules.ts'
import type { TeamsSettings } from './settings.ts'

const Meeting = z.object({ id: z.string().min(1), joinWebUrl: z.string().startsWith('https://') })

const nextLink = z.string().nullish()

const Reports = z.object({ value: z.array(z.object({ id: z.string() })), '@odata.nextLink': nextLink })

/** Null where Graph lacks it; a moment of no real year counts as lacking. */
const moment = instant.nullish().catch(null)

const Records = z.object({
  value: z.array(
    z.object({
      emailAddress: z.string().nullish(),
      identity: z.object({ displayName: z.string().nullish() }).nullish(),
      attendanceIntervals: z.array(z.object({ joinDateTime: moment, leaveDateTime: moment })).nullish(),
    }),
  ),
  '@odata.nextLink': nextLink,
})

const toFields = ({ title, start, end }: MeetingSchedule) => ({
  subject: title,
  startDateTime: start,
  endDateTime: end,
})

const maxPages = 20

/**
 * Reads all pages of a list. A next page is asked for only below the URL of the API.
 * @throws MeetingError 'unavailable' when a next page is elsewhere.
 */
async function readPages<Page extends { '@odata.nextLink'?: string | null | undefined }>(
  call: MeetingClient,
  base: string,
  path: string,
  schema: z.ZodType<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  for (let next = path; pages.length < maxPages; ) {
    const page = parseAnswer(schema, await call('GET', next))
    pages.push(page)
    const link = page['@odata.nextLink']
    if (!link) break
    if (!link.startsWith(`${base}/`)) throw new MeetingError('unavailable', 'the next page is elsewhere')
    next = link.slice(base.length)
  }
  return pages
}

/**
 * Creates Teams meetings with Microsoft Graph as one organiser of the tenant. Makes no call itself.
 * @throws MeetingError in each method, as `createClient`; 'unavailable' also for an answer without the fields.
 */
export function createTeams(settings: TeamsSettings): MeetingProvider {
  const { tenantId, clientId, clientSecret, tokenOrigin, apiOrigin } = settings
  const base = `${apiOrigin}/v1.0`
  const call = createClient(base, {
    url: `${tokenOrigin}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
    clientId,
    clientSecret,
    grantType: 'client_credentials',
    parameters: { scope: 'https://graph.microsoft.com/.default' },
    authentication: 'post',
  })
  const meetings = `/users/${encodeURIComponent(settings.organizerId)}/onlineMeetings`
  const pathOf = (id: string) => `${meetings}/${encodeURIComponent(id)}`
  const createOrGet = async (key: string, schedule: MeetingSchedule) => {
    const body = { externalId: key, ...toFields(schedule) }
    const answer = await ofKnownHost(call('POST', `${meetings}/createOrGet`, body))
    const { id, joinWebUrl } = parseAnswer(Meeting, answer)
    return { id, joinUrl: joinWebUrl }
  }
  return {
    create: createOrGet,
    find: createOrGet,
    async update(id, schedule) {
      await call('PATCH', pathOf(id), toFields(schedule))
    },
    async remove(id) {
      await call('DELETE', pathOf(id)).catch((error: unknown) => {
        if (!(error instanceof MeetingError && error.kind === 'gone')) throw error
      })
    },
    async listPresences(id): Promise<Presence[]> {
      const reports = await readPages(call, base, `${pathOf(id)}/attendanceReports`, Reports)
      const people: Presence[] = []
      for (const report of reports.flatMap(({ value }) => value)) {
        const path = `${pathOf(id)}/attendanceReports/${encodeURIComponent(report.id)}/attendanceRecords`
        const pages = await readPages(call, base, path, Records)
        for (const { emailAddress, identity, attendanceIntervals } of pages.flatMap(({ value }) => value))
          people.push({
            name: identity?.displayName ?? '',
            email: emailAddress || null,
            intervals: (attendanceIntervals ?? []).flatMap(({ joinDateTime: from, leaveDateTime: to }) =>
              from && to ? [{ from, to }] : [],
            ),
          })
      }
      return people
    },
  }
}
