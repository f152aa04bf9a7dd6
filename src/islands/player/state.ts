import { map } from 'nanostores'
import { type DigitalLaunchData, launchUrl } from '#api/courses/xapi/rules.ts'
import { ApiError, api } from '../client/api.ts'
import { leaveForLogin } from '../client/leave-page.ts'
import { isApproved, needsNewAttempt } from './attempts.ts'
import { idle, type PlayerState, type StatementQueueFacts } from './player-state.ts'
import { waitUntilSent } from './statement-queue.ts'
import { untilCompleted } from './until-completed.ts'

/** Id of the open part or educator material. */
type OpenCourse = { educationPartId: number } | { educatorArticulateId: number }

/** State of the page's player, `idle` while no course is open. */
export const $player = map<PlayerState>(idle)

let running = new AbortController()
let opened: OpenCourse | null = null
/** Opens the current course again; used by a restart. */
let open: () => Promise<void> = async () => undefined

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

function fail(error: unknown, of: PlayerState['of']): void {
  if (isSignedOut(error)) {
    leaveForLogin()
    return
  }
  const message = error instanceof ApiError && error.body.code !== 'internal' ? (error.body.message ?? '') : ''
  $player.set({ ...idle, of, phase: 'failed', failure: message })
}

const fetchAttempts = async (educationPartId: number, userId: number) => {
  const results = await api('GET /EducationParts/:id/results/:userId', { params: { id: educationPartId, userId } })
  return results.filter((result) => !result.canceled)
}

async function ensureAttempt(educationPartId: number, educationId: number, userId: number): Promise<void> {
  if (!needsNewAttempt(await fetchAttempts(educationPartId, userId))) return
  await api('PUT /EducationParts/:id/results', {
    params: { id: educationPartId },
    body: [{ userId, educationId, signUpDate: new Date(), completed: false }],
  })
}

/**
 * Opens a unit of the open course, by its position, at the URL that the server returns. It first waits until queued
 * statements are sent, at most 15 seconds. Does nothing without an open course. A failure is shown by the player; a
 * lost session leads to the sign-in.
 */
export async function openUnit(position: number): Promise<void> {
  if (!opened) return
  const { signal } = running
  try {
    await waitUntilSent($player.get().statementQueue.origins, signal)
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

/**
 * Returns to the list of units with updated progress, once queued statements are sent; does nothing for a course of one
 * unit. A failure is shown by the player; a lost session leads to the sign-in.
 */
export async function leaveUnit(): Promise<void> {
  if (!opened || $player.get().units.length < 2) return
  const { signal } = running
  $player.set({ ...$player.get(), url: '', unit: null })
  try {
    await waitUntilSent($player.get().statementQueue.origins, signal)
    if (!signal.aborted) await readUnits(signal)
  } catch (error) {
    if (!signal.aborted) fail(error, $player.get().of)
  }
}

/** SCORM pages queue their own statements. */
const toStatementQueue = ({ format, agent, registration, origins }: DigitalLaunchData): StatementQueueFacts => ({
  who: `${JSON.stringify(agent)} ${registration}`,
  origins: format === 'scorm12' || format === 'scorm2004' ? [] : origins,
})

async function show(launch: DigitalLaunchData, course: OpenCourse): Promise<void> {
  opened = course
  const of = 'educatorArticulateId' in course ? 'material' : 'part'
  const { title, opensWindows } = launch
  const statementQueue = toStatementQueue(launch)
  const shown: PlayerState = { ...idle, of, phase: 'running', title, opensWindows, statementQueue }
  if (!('units' in launch)) {
    $player.set({ ...shown, url: launchUrl(launch, course) })
    return
  }
  $player.set({ ...shown, units: launch.units })
  const [only, ...more] = launch.units
  if (only && more.length === 0) return openUnit(only.position)
  const { signal } = running
  // Statements that were queued and are sent only now are not in the launch's progress, so the list is read again. If
  // that fails, the list stays as it is.
  void waitUntilSent(statementQueue.origins, signal)
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
  /** A preview by staff, which does not sign up. */
  isTrial?: boolean
}

/**
 * Runs a digital part in place of the course that is open, and resolves once it is approved, closed or has failed. It
 * signs the person up and begins a new attempt where needed, but not in a trial (`isTrial`, a preview by staff). With a
 * sign-up `$player.counts` is true, and `$player.approved` becomes true once the part is approved; otherwise nothing is
 * counted, and it resolves when the course is shown. A failure is shown by the player; a lost session leads to the
 * sign-in.
 */
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
    const isCompleted = async () => isApproved(await fetchAttempts(educationPartId, userId))
    if (await untilCompleted(isCompleted, signal, isSignedOut, launch.pollSeconds)) $player.setKey('approved', true)
  } catch (error) {
    if (!signal.aborted) fail(error, 'part')
  }
}

/**
 * Whether a closed part is completed for the user: a course may report it just before or during its unload. False when
 * the server does not answer.
 */
export const wasCompleted = async ({ educationPartId, userId }: OpenedPart): Promise<boolean> => {
  try {
    return isApproved(await fetchAttempts(educationPartId, userId))
  } catch {
    return false
  }
}

/**
 * Opens educator material in the player, in place of the course that is open. `onCompleted` is called only for a first
 * completion while the player is open; until it or the closing the promise is pending. Material that the user `userId`
 * has completed before is only opened. A failure is shown by the player; a lost session leads to the sign-in.
 */
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
    // Completed material can be opened again; only a new completion is reported.
    if (!before && (await untilCompleted(completed, signal, isSignedOut, launch.pollSeconds))) onCompleted()
  } catch (error) {
    if (!signal.aborted) fail(error, 'material')
  }
}

/**
 * Starts the open course from the beginning in a new attempt, once queued statements are sent; earlier results stay
 * with the earlier attempt. Does nothing without an open course. A failure is shown by the player; a lost session leads
 * to the sign-in.
 */
export async function startAgain(): Promise<void> {
  if (!opened) return
  const { of, statementQueue } = $player.get()
  const course = opened
  running.abort()
  running = new AbortController()
  const { signal } = running
  // The queue pages stay until the statements of the earlier attempt are sent; under the next one they never would be.
  $player.set({ ...idle, of, phase: 'loading', statementQueue })
  try {
    await waitUntilSent(statementQueue.origins, signal)
    if (signal.aborted) return
    if ('educationPartId' in course)
      await api('POST /Articulate/part/:id/attempts', { params: { id: course.educationPartId } })
    else await api('POST /Articulate/educatorpart/:id/attempts', { params: { id: course.educatorArticulateId } })
    if (!signal.aborted) await open()
  } catch (error) {
    if (!signal.aborted) fail(error, of)
  }
}

/** Closes the player; statements that the course sends during its unload still arrive. */
export function closePlayer(): void {
  running.abort()
  opened = null
  $player.set(idle)
}
