import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { PageLaunch } from '#api/courses/xapi/contract.ts'
import type { Person } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

export const verb = (name: string) => ({ id: `http://adlnet.gov/expapi/verbs/${name}` })

export interface CourseLaunch {
  launch: PageLaunch
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  post: (statement: Record<string, unknown>) => Promise<Response>
}

/** Opens a digital part as a person, with the calls that the course can then make. */
export async function launchCourse(person: Person, educationPartId: number): Promise<CourseLaunch> {
  const response = await person.fetch('GET', `/Articulate/part/${educationPartId}`)
  expect(response.status).toBe(200)
  const launch = await bodyOf<PageLaunch>(response)
  const send: CourseLaunch['send'] = (method, path, body, headers = {}) =>
    exports.default.fetch(`http://portal.test/api/articulate/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${launch.launchToken}`,
        'x-experience-api-version': '1.0.3',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const post: CourseLaunch['post'] = (statement) =>
    send('POST', 'statements', { actor: launch.agent, object: { id: launch.activityId }, ...statement })
  return { launch, send, post }
}
