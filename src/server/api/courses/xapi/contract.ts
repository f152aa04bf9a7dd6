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
  /** The attempt: starting again makes a new one. */
  registration: z.string(),
  title: z.string(),
  /** Of the package that runs, then of earlier ones that this attempt has been in: there may lie what could not be sent. */
  origins: z.array(z.string()),
  /** `standing`: counts for the sign-up there is; `needed`: sign up first; `none`: a look that completes nothing. */
  signUp: z.enum(['standing', 'needed', 'none']),
  /** The part says that its course needs windows of its own. */
  opensWindows: z.boolean(),
  /** Seconds between two questions whether it is completed, as long as the line for completions is open. */
  pollSeconds: z.int(),
}

/** A course that is opened by its address; the launch token is good for this person and this course alone. */
export const PageLaunch = z.object({
  format: z.enum(['xapi', 'page']),
  ...launched,
  courseUri: z.string(),
  launchToken: z.string(),
})
export type PageLaunch = z.infer<typeof PageLaunch>

/** One of the things that a course of cmi5 or SCORM is begun by. */
export const LaunchableUnit = z.object({
  position: z.int(),
  title: z.string(),
  /** The blocks or chapters that it lies in, the outermost first. */
  groups: z.array(z.string()),
  /** Of this attempt. */
  state: z.enum(['notStarted', 'started', 'done']),
  /** The course wants a window of its own for it. */
  ownWindow: z.boolean(),
})
export type LaunchableUnit = z.infer<typeof LaunchableUnit>

/** A course whose units are opened one by one. */
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
      'Opens a digital part for a caller who is signed up or allowed to sign up, and as a preview for its staff: mints a launch token, or tells the units to open one by one; never kept.',
  },
  'POST /Articulate/part/:id/units/:position': {
    who: 'signedIn',
    reply: UnitAddress,
    summary: 'Opens one unit of a part whose course is cmi5 or SCORM, in the attempt that is under way.',
  },
  'GET /Articulate/part/:id/units': {
    who: 'signedIn',
    reply: z.array(LaunchableUnit),
    cache: 'never',
    summary: 'How far the caller has come in the units of a part, in the attempt that is under way.',
  },
  'POST /Articulate/part/:id/attempts': {
    who: 'signedIn',
    reply: z.object({ registration: z.string() }),
    repeatable: true,
    summary:
      'Starts a digital part again from the beginning; what was told and kept before stays with the attempt before.',
  },
  'GET /Articulate/educatorpart/:id': {
    who: 'educatorsUp',
    reply: DigitalLaunchData,
    summary: 'Opens educator material for the caller.',
  },
  'POST /Articulate/educatorpart/:id/units/:position': {
    who: 'educatorsUp',
    reply: UnitAddress,
    summary: 'Opens one unit of educator material.',
  },
  'GET /Articulate/educatorpart/:id/units': {
    who: 'educatorsUp',
    reply: z.array(LaunchableUnit),
    cache: 'never',
    summary: 'How far the caller has come in the units of educator material.',
  },
  'POST /Articulate/educatorpart/:id/attempts': {
    who: 'educatorsUp',
    reply: z.object({ registration: z.string() }),
    repeatable: true,
    summary: 'Starts educator material again from the beginning.',
  },
  'GET /Articulate/isEducatorMaterialCompleted/:educatorArticulateId/:userId': {
    who: 'educatorsUp',
    reply: z.boolean(),
    summary: 'Polled by the educator material runner.',
  },
})
