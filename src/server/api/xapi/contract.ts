import { z } from 'zod'
import { contract } from '../calls.ts'

/** What a runner needs to open a course; the launch token is good for this person and this course alone. */
export const DigitalLaunchData = z.object({
  agent: z.object({
    objectType: z.literal('Agent'),
    name: z.string(),
    account: z.object({ homePage: z.string(), name: z.string() }),
  }),
  activityId: z.string(),
  courseUri: z.string(),
  launchToken: z.string(),
  endpoint: z.string(),
  registration: z.string(),
  title: z.string(),
})
export type DigitalLaunchData = z.infer<typeof DigitalLaunchData>

export const articulate = contract({
  'GET /Articulate/part/:id': {
    who: 'signedIn',
    reply: DigitalLaunchData,
    summary: 'Opens a digital part for the caller: mints a launch token, so it is never kept.',
  },
  'GET /Articulate/educatorpart/:id': {
    who: 'educatorsUp',
    reply: DigitalLaunchData,
    summary: 'Opens educator material for the caller.',
  },
  'GET /Articulate/isEducatorMaterialCompleted/:educatorArticulateId/:userId': {
    who: 'educatorsUp',
    reply: z.boolean(),
    summary: 'Polled by the educator material runner.',
  },
})
