import { map } from 'nanostores'
import { type DigitalLaunchData, type LaunchableUnit, launchUrl } from '#api/courses/xapi/rules.ts'
import { ApiError, api } from '../client/api.ts'
import { leaveForLogin } from '../client/leave.ts'
import { isApproved, needsNewAttempt } from './attempts.ts'
import { whenSent } from './kept.ts'
import { untilCompleted } from './watch.ts'

/** A part, or material for educators. */
type Opened = { educationPartId: number } | { educatorArticulateId: number }

/** Whose what could not be sent is kept, and at which packages it may lie: the one that runs, then earlier ones of the attempt. */
export interface Kept {
  who: string
  origins: readonly string[]
}

interface PlayerState {
  /** Which of a page's two players shows it. */
  of: 'part' | 'material'
  phase: 'idle' | 'loading' | 'running' | 'failed'
  title: string
  /** Empty while nothing is chosen out of several units. */
  url: string
  /** Those of a course that is opened by its units. */
  units: readonly LaunchableUnit[]
  /** The position of the one that is open. */
  unit: number | null
  kept: Kept
  /** The open one wants a window of its own. */
  ownWindow: boolean
  /** The server's own words; empty when it had none and the general text applies. */
  failure: string
  approved: boolean
  /** What is done in a part completes it; false while it is only looked at. */
  counts: boolean
  /** The course may open windows of its own. */
  opensWindows: boolean
}

const idle: PlayerState = {
  of: 'part',
  phase: 'idle',
  title: '',
  url: '',
  units: [],
  unit: null,
  ownWindow: false,
  failure: '',
  approved: false,
  counts: true,
  opensWindows: false,
  kept: { who: '', origins: [] },
}

export const $player = map<PlayerState>(idle)

let running = new AbortController()
let opened: Opened | null = null
/** The way into what is open, which is taken once more by whoever starts again. */
let open: () => Promise<void> = async () => undefined

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

function fail(error: unknown, of: PlayerState['of']): void {
  if (isSignedOut(error)) {
    leaveForLogin()
    return
  }
  const known = error instanceof ApiError && error.body.code !== 'internal' ? (error.body.message ?? '') : ''
  $player.set({ ...idle, of, phase: 'failed', failure: known })
}

const attemptsOf = async (educationPartId: number, userId: number) => {
  const results = await api('GET /EducationParts/:id/results/:userId', { params: { id: educationPartId, userId } })
  return results.filter((result) => !result.canceled)
}

async function ensureAttempt(educationPartId: number, educationId: number, userId: number): Promise<void> {
  if (!needsNewAttempt(await attemptsOf(educationPartId, userId))) return
  await api('PUT /EducationParts/:id/results', {
    params: { id: educationPartId },
    body: [{ userId, educationId, signUpDate: new Date(), completed: false }],
  })
}

/** Opens one unit; the address is the server's. */
export async function openUnit(position: number): Promise<void> {
  if (!opened) return
  const { signal } = running
  try {
    await whenSent($player.get().kept.origins, signal)
    if (signal.aborted) return
    const { url, ownWindow } =
      'educationPartId' in opened
        ? await api('POST /Articulate/part/:id/units/:position', { params: { id: opened.educationPartId, position } })
        : await api('POST /Articulate/educatorpart/:id/units/:position', {
            params: { id: opened.educatorArticulateId, position },
          })
    if (!signal.aborted) $player.set({ ...$player.get(), url, ownWindow, unit: position })
  } catch (error) {
    if (!signal.aborted) fail(error, $player.get().of)
  }
}

async function readUnits(signal: AbortSignal): Promise<void> {
  if (!opened) return
  const units =
    'educationPartId' in opened
      ? await api('GET /Articulate/part/:id/units', { params: { id: opened.educationPartId } })
      : await api('GET /Articulate/educatorpart/:id/units', { params: { id: opened.educatorArticulateId } })
  if (!signal.aborted) $player.setKey('units', units)
}

/** Back to what there is to choose from, with how far it has been come by now. */
export async function leaveUnit(): Promise<void> {
  if (!opened || $player.get().units.length < 2) return
  const { signal } = running
  $player.set({ ...$player.get(), url: '', unit: null })
  await whenSent($player.get().kept.origins, signal)
  if (!signal.aborted) await readUnits(signal)
}

/** The pages of SCORM keep what is theirs by themselves. */
const keptOf = ({ format, agent, registration, origins }: DigitalLaunchData): Kept => ({
  who: `${JSON.stringify(agent)} ${registration}`,
  origins: format === 'scorm12' || format === 'scorm2004' ? [] : origins,
})

async function show(launch: DigitalLaunchData, what: Opened): Promise<void> {
  opened = what
  const of = 'educatorArticulateId' in what ? 'material' : 'part'
  const { title, opensWindows } = launch
  const shown: PlayerState = { ...idle, of, phase: 'running', title, opensWindows, kept: keptOf(launch) }
  if (!('units' in launch)) {
    $player.set({ ...shown, url: launchUrl(launch, what) })
    return
  }
  $player.set({ ...shown, units: launch.units })
  const [only, ...more] = launch.units
  if (only && more.length === 0) return openUnit(only.position)
  const { signal } = running
  // What was told before and is only heard now is not in how far the launch says that the learner has come; a list that does
  // not come leaves it at that.
  void whenSent(shown.kept.origins, signal)
    .then((hasWaited) => (hasWaited ? readUnits(signal) : undefined))
    .catch(() => undefined)
}

function begin(of: PlayerState['of']): AbortSignal {
  running.abort()
  running = new AbortController()
  $player.set({ ...idle, of, phase: 'loading' })
  return running.signal
}

export interface OpenedPart {
  educationPartId: number
  educationId: number
  userId: number
  /** Staff try the course out: they are not signed up by it. */
  isTrial?: boolean
}

/** Runs a digital part until it is approved or closed. */
export async function openPart({ educationPartId, educationId, userId, isTrial = false }: OpenedPart): Promise<void> {
  const signal = begin('part')
  open = () => openPart({ educationPartId, educationId, userId, isTrial })
  try {
    const launch = await api('GET /Articulate/part/:id', { params: { id: educationPartId } })
    const counts = launch.signUp === 'standing' || (launch.signUp === 'needed' && !isTrial)
    if (launch.signUp === 'needed' && counts) await ensureAttempt(educationPartId, educationId, userId)
    if (signal.aborted) return
    await show(launch, { educationPartId })
    $player.setKey('counts', counts)
    if (!counts) return
    const ask = async () => isApproved(await attemptsOf(educationPartId, userId))
    if (await untilCompleted(ask, signal, isSignedOut, launch.pollSeconds)) $player.setKey('approved', true)
  } catch (error) {
    if (!signal.aborted) fail(error, 'part')
  }
}

/**
 * Whether a part that was closed is completed after all: a course may say so just before it is closed, or as it is unloaded.
 * A question that nobody answers is no yes.
 */
export const wasCompleted = async ({ educationPartId, userId }: OpenedPart): Promise<boolean> => {
  try {
    return isApproved(await attemptsOf(educationPartId, userId))
  } catch {
    return false
  }
}

/** Runs educator material; `onCompleted` reads the page anew. */
export async function openMaterial(
  educatorArticulateId: number,
  userId: number,
  onCompleted: () => void,
): Promise<void> {
  const signal = begin('material')
  open = () => openMaterial(educatorArticulateId, userId, onCompleted)
  const completed = () =>
    api('GET /Articulate/isEducatorMaterialCompleted/:educatorArticulateId/:userId', {
      params: { educatorArticulateId, userId },
    })
  try {
    const [launch, before] = await Promise.all([
      api('GET /Articulate/educatorpart/:id', { params: { id: educatorArticulateId } }),
      completed(),
    ])
    if (signal.aborted) return
    await show(launch, { educatorArticulateId })
    // Material that was completed before may be read again; only a completion that happens here is told.
    if (!before && (await untilCompleted(completed, signal, isSignedOut, launch.pollSeconds))) onCompleted()
  } catch (error) {
    if (!signal.aborted) fail(error, 'material')
  }
}

/** The same from the beginning; what was done before stays with the attempt before. */
export async function startAgain(): Promise<void> {
  if (!opened) return
  const { of, kept } = $player.get()
  const what = opened
  running.abort()
  running = new AbortController()
  const { signal } = running
  // The keeper's pages stay beside it until what the attempt before has told is sent: under the next one it never would be.
  $player.set({ ...idle, of, phase: 'loading', kept })
  try {
    await whenSent(kept.origins, signal)
    if (signal.aborted) return
    if ('educationPartId' in what)
      await api('POST /Articulate/part/:id/attempts', { params: { id: what.educationPartId } })
    else await api('POST /Articulate/educatorpart/:id/attempts', { params: { id: what.educatorArticulateId } })
    if (!signal.aborted) await open()
  } catch (error) {
    if (!signal.aborted) fail(error, of)
  }
}

/** Ends the run; what the course sends as it is unloaded still arrives. */
export function closePlayer(): void {
  running.abort()
  opened = null
  $player.set(idle)
}
