/** A meeting as a service stores it. */
interface StoredMeeting {
  id: string
  key: string
  title: string
  /** Fields of the latest request. */
  fields: Record<string, unknown>
  isDeleted: boolean
}

/** A connection of a person to a meeting. */
interface StoredPresence {
  name: string
  email: string
  from: string
  to: string
  isWaiting?: boolean
}

/** Data that both services store of one test file. */
export interface MeetingData {
  meetings: StoredMeeting[]
  /** Connections to every meeting. */
  presences: StoredPresence[]
  /** Requests that the real service would refuse, or that nobody needs. */
  faults: string[]
  /** Rows on a page. */
  pageSize: number
  /** Zoom's id of the one time that each meeting was held. */
  uuid: string
}

export interface Answer {
  status: number
  body: unknown
  retryAfter?: number
}

const ok = (body: unknown, status = 200): Answer => ({ status, body })
const missing: Answer = { status: 404, body: { code: 3001, message: 'Meeting does not exist.' } }

type Fields = Record<string, RegExp>

/** Notes the fields of a request that a service does not know, and those that are absent or wrong. */
function check(data: MeetingData, called: string, body: Record<string, unknown>, expected: Fields): void {
  const wrong = Object.keys(expected).filter((name) => !expected[name]?.test(String(body[name] ?? '')))
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(expected, name))
  if (wrong.length + unknown.length > 0) data.faults.push(`${called}: ${[...wrong, ...unknown].join(', ')}`)
}

const uuid = /^[0-9a-f-]{36}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const wholeSeconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

const zoomFields = ({ type }: Record<string, unknown>): Fields =>
  type === 3
    ? { topic: /^.{1,200}$/, type: /^3$/ }
    : {
        topic: /^.{1,200}$/,
        type: /^2$/,
        start_time: wholeSeconds,
        duration: /^[1-9]\d{0,3}$/,
        timezone: /^UTC$/,
      }

const live = ({ meetings }: MeetingData, id: string) => meetings.find((one) => one.id === id && !one.isDeleted)

function create(data: MeetingData, key: string, title: string, fields: Record<string, unknown>, id: string) {
  const meeting = { id, key, title, fields, isDeleted: false }
  data.meetings.push(meeting)
  return meeting
}

/** Returns a page of a list, and the token of the next one. */
function toPage<One>(data: MeetingData, list: readonly One[], token: string | null): [One[], string] {
  const from = Number(token ?? 0)
  const next = from + data.pageSize
  return [list.slice(from, next), next < list.length ? String(next) : '']
}

const toZoomMeeting = ({ id, title, key }: StoredMeeting) => ({
  id: Number(id),
  topic: title,
  agenda: `Ref: ${key}`,
  join_url: `https://zoom.example/j/${id}`,
})

/** Answers the requests of Zoom's API that the portal needs, and notes every other. */
export function answerZoom(data: MeetingData, method: string, url: URL, body: Record<string, unknown>): Answer {
  const called = `${method} ${url.pathname}`
  const ofHost = '/v2/users/host%40example.org/meetings'
  if (called === `POST ${ofHost}`) {
    check(data, called, body, { ...zoomFields(body), agenda: /^Ref: [0-9a-f-]{36}$/ })
    const id = String(90_000_000_000 + data.meetings.length)
    const key = String(body['agenda']).slice('Ref: '.length)
    return ok(toZoomMeeting(create(data, key, String(body['topic']), body, id)), 201)
  }
  if (called === `GET ${ofHost}`) {
    if (url.searchParams.get('type') !== 'scheduled') data.faults.push(`${called}: type`)
    const listed = data.meetings.filter(({ isDeleted }) => !isDeleted).map(toZoomMeeting)
    const [meetings, next] = toPage(data, listed, url.searchParams.get('next_page_token'))
    return ok({ meetings, next_page_token: next, page_size: data.pageSize })
  }
  const [, id = ''] = /^\/v2\/meetings\/(\d+)$/.exec(url.pathname) ?? []
  if (id !== '') {
    const meeting = live(data, id)
    if (!meeting) return missing
    if (method === 'PATCH') {
      check(data, called, body, zoomFields(body))
      Object.assign(meeting, { title: body['topic'], fields: body })
      return ok(null, 204)
    }
    if (method === 'DELETE') {
      meeting.isDeleted = true
      return ok(null, 204)
    }
  }
  const [, heldId = ''] = /^GET \/v2\/past_meetings\/(\d+)\/instances$/.exec(called) ?? []
  if (heldId !== '') {
    if (!live(data, heldId)) return missing
    return ok({ meetings: data.presences.length > 0 ? [{ uuid: data.uuid, start_time: '2026-01-01T00:00:00Z' }] : [] })
  }
  const isEncodedTwice = data.uuid.startsWith('/') || data.uuid.includes('//')
  const encoded = encodeURIComponent(data.uuid)
  if (called === `GET /v2/report/meetings/${isEncodedTwice ? encodeURIComponent(encoded) : encoded}/participants`) {
    const rows = data.presences.map(({ name, email, from, to, isWaiting }) => ({
      name,
      user_email: email,
      join_time: from,
      leave_time: to,
      duration: 60,
      status: isWaiting ? 'in_waiting_room' : 'in_meeting',
    }))
    const [participants, next] = toPage(data, rows, url.searchParams.get('next_page_token'))
    return ok({ participants, next_page_token: next })
  }
  data.faults.push(`unknown: ${called}`)
  return missing
}

const graphFields: Fields = { subject: /^.{1,200}$/, startDateTime: moment, endDateTime: moment }
const toGraphMeeting = ({ id, title }: StoredMeeting) => ({
  id,
  subject: title,
  joinWebUrl: `https://teams.example/l/${id}`,
})

/**
 * Answers the requests of Microsoft Graph that the portal needs, and notes every other. `base` is the URL before
 * `/v1.0`.
 */
export function answerGraph(
  data: MeetingData,
  method: string,
  url: URL,
  body: Record<string, unknown>,
  base: string,
): Answer {
  const called = `${method} ${url.pathname}`
  const meetings = '/v1.0/users/organizer-id/onlineMeetings'
  if (called === `POST ${meetings}/createOrGet`) {
    check(data, called, body, { ...graphFields, externalId: uuid })
    const key = String(body['externalId'])
    const known = data.meetings.find((one) => one.key === key && !one.isDeleted)
    if (known) return ok(toGraphMeeting(known))
    return ok(toGraphMeeting(create(data, key, String(body['subject']), body, `MSo${data.meetings.length}=`)), 201)
  }
  const [, encodedId = '', rest = ''] = new RegExp(`^${meetings}/([^/]+)(/.*)?$`).exec(url.pathname) ?? []
  const meeting = live(data, decodeURIComponent(encodedId))
  if (encodedId !== '' && !meeting) return missing
  if (meeting && rest === '' && method === 'PATCH') {
    check(data, called, body, graphFields)
    Object.assign(meeting, { title: body['subject'], fields: body })
    return ok(toGraphMeeting(meeting))
  }
  if (meeting && rest === '' && method === 'DELETE') {
    meeting.isDeleted = true
    return ok(null, 204)
  }
  if (meeting && called.endsWith('/attendanceReports') && method === 'GET')
    return ok({ value: data.presences.length > 0 ? [{ id: 'report-1' }] : [] })
  if (meeting && rest === '/attendanceReports/report-1/attendanceRecords' && method === 'GET') {
    const rows = data.presences.map(({ name, email, from, to }) => ({
      emailAddress: email || null,
      identity: { displayName: name },
      totalAttendanceInSeconds: 60,
      attendanceIntervals: [
        { joinDateTime: from, leaveDateTime: to, durationInSeconds: 60 },
        { joinDateTime: null, leaveDateTime: '0001-01-01T00:00:00Z', durationInSeconds: 0 },
      ],
    }))
    const [value, next] = toPage(data, rows, url.searchParams.get('$skiptoken'))
    const link = next && { '@odata.nextLink': `${base}${url.pathname}?$skiptoken=${next}` }
    return ok({ value, ...(link || {}) })
  }
  data.faults.push(`unknown: ${called}`)
  return missing
}
