import { z } from 'zod'
import { contract } from '#api/calls.ts'

const launched = {
  agent: z.object({
    objectType: z.literal('Agent'),
    name: z.string(),
    account: z.object({ homePage: z.string(), name: z.string() }),
  }),
  activityId: z.string(),
  endpoint: z.string(),
  /** The attempt; starting again creates a new one. */
  registration: z.string(),
  title: z.string(),
  /**
   * Origin of the running package, then of earlier packages of this attempt: their pages may hold writes that could not
   * be sent.
   */
  origins: z.array(z.string()),
  /** `standing`: counts for the existing sign-up; `needed`: sign up first; `none`: a preview that completes nothing. */
  signUp: z.enum(['standing', 'needed', 'none']),
  /** The part declares that its course needs windows of its own. */
  opensWindows: z.boolean(),
  /** Seconds between two checks whether the part is completed, also while the WebSocket for completions is open. */
  pollSeconds: z.int(),
}

/** A course that is opened by its URL. The launch token is valid for this person and this course only. */
export const PageLaunch = z.object({
  format: z.enum(['xapi', 'page']),
  ...launched,
  courseUri: z.string(),
  launchToken: z.string(),
})
export type PageLaunch = z.infer<typeof PageLaunch>

/** A unit of a cmi5 or SCORM course that can be launched. */
export const LaunchableUnit = z.object({
  position: z.int(),
  title: z.string(),
  /** Titles of the blocks or chapters around it, the outermost first. */
  groups: z.array(z.string()),
  /** State in this attempt. */
  state: z.enum(['notStarted', 'started', 'done']),
  /** The course asks for a separate window for this unit. */
  ownWindow: z.boolean(),
})
export type LaunchableUnit = z.infer<typeof LaunchableUnit>

/** A course whose units are opened one at a time. */
export const UnitsLaunch = z.object({
  format: z.enum(['cmi5', 'scorm12', 'scorm2004']),
  ...launched,
  units: z.array(LaunchableUnit).min(1),
})
export type UnitsLaunch = z.infer<typeof UnitsLaunch>

export const DigitalLaunchData = z.discriminatedUnion('format', [PageLaunch, UnitsLaunch])
export type DigitalLaunchData = z.infer<typeof DigitalLaunchData>

export const UnitAddress = z.object({ url: z.string(), title: z.string(), ownWindow: z.boolean() })
export type UnitAddress = z.infer<typeof UnitAddress>

export const articulate = contract({
  'GET /Articulate/part/:id': {
    who: 'signedIn',
    reply: DigitalLaunchData,
    summary:
      'Opens a digital part for a caller who is signed up or may sign up, or as a preview for its staff. Returns a launch token, or the units to open one by one; responses are never cached.',
  },
  'POST /Articulate/part/:id/units/:position': {
    who: 'signedIn',
    reply: UnitAddress,
    summary: 'Opens a unit of a part whose course is cmi5 or SCORM, in the current attempt.',
  },
  'GET /Articulate/part/:id/units': {
    who: 'signedIn',
    reply: z.array(LaunchableUnit),
    cache: 'never',
    summary: 'Returns the caller’s progress in the units of a part, in the current attempt.',
  },
  'POST /Articulate/part/:id/attempts': {
    who: 'signedIn',
    reply: z.object({ registration: z.string() }),
    repeatable: true,
    summary: 'Restarts a digital part from the beginning. Statements and state so far stay with the previous attempt.',
  },
  'GET /Articulate/educatorpart/:id': {
    who: 'educatorsUp',
    reply: DigitalLaunchData,
    summary: 'Opens educator material for the caller.',
  },
  'POST /Articulate/educatorpart/:id/units/:position': {
    who: 'educatorsUp',
    reply: UnitAddress,
    summary: 'Opens a unit of educator material.',
  },
  'GET /Articulate/educatorpart/:id/units': {
    who: 'educatorsUp',
    reply: z.array(LaunchableUnit),
    cache: 'never',
    summary: 'Returns the caller’s progress in the units of educator material.',
  },
  'POST /Articulate/educatorpart/:id/attempts': {
    who: 'educatorsUp',
    reply: z.object({ registration: z.string() }),
    repeatable: true,
    summary: 'Restarts educator material from the beginning.',
  },
  'GET /Articulate/isEducatorMaterialCompleted/:educatorArticulateId/:userId': {
    who: 'educatorsUp',
    reply: z.boolean(),
    summary: 'Returns whether educator material is completed; its player polls this.',
  },
})
