import { expect } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { EducationView, OwnEducation, OwnProgress } from '#api/office/education-list/contract.ts'
import type { EducationStep, PartStanding } from '#api/participation/next-steps/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { findStanding } from '#islands/calendar/standing-text.ts'
import { listTiedOccasions } from '#islands/educations/tied-occasions.ts'
import type { Person } from '../../portal.ts'
import { inDays } from '../../time.ts'

/**
 * Returns what the card of an occasion says on the page of its education: the set, and the education's own fee if due.
 */
function priceOnPage(occasion: Occasion, { occasions, education }: EducationView, feePaid: boolean): number {
  const set = [occasion, ...listTiedOccasions(occasion, occasions)]
  return set.reduce((sum, { fee }) => sum + fee, feePaid ? 0 : education.fee)
}

/** Maps the step of a part on the page to its standing in the dialog of the calendar. */
const standingOfStep: Partial<Record<EducationStep['kind'], PartStanding['kind']>> = {
  choose: 'open',
  attend: 'signedUp',
  pay: 'pay',
  awaitPayment: 'awaitPayment',
}

/** An education on its page, with the person's own state in it. */
export interface ReadEducation {
  view: EducationView
  own: OwnProgress
  /** The person's own state on the list. */
  onList: OwnEducation | undefined
}

export const readView = (person: Person, id: number) => person.json<EducationView>('GET', `/Educations/${id}/view`)

export const readEducation = async (
  person: Person,
  id: number,
  onList: OwnEducation | undefined,
  view = readView(person, id),
): Promise<ReadEducation> => ({
  view: await view,
  own: await person.json<OwnProgress>('GET', `/Educations/${id}/own`),
  onList,
})

export const readCalendar = (person: Person) =>
  person.json<CalendarItem[]>('POST', '/Calendar/CalendarFiltered', {
    startDate: inDays(0).toISOString(),
    endDate: inDays(30).toISOString(),
  })

function expectStanding(standings: readonly PartStanding[], { education }: EducationView, { step }: OwnProgress) {
  const standing = standings.find(
    (one) => one.educationId === education.id && one.educationPartId === (step.part?.id ?? 0),
  )
  const kind = standingOfStep[step.kind]
  if (standing && kind) expect(standing).toMatchObject({ kind, paymentId: step.paymentId })
  if (step.kind !== 'barred') return
  const kinds = standings.filter((one) => one.educationId === education.id && one.kind === 'barred')
  for (const one of kinds) expect(one.reason).toBe(step.reason)
}

export const readOffer = (person: Person, occasionId: number, educationId: number) =>
  person.json<SignUpOffer>(
    'GET',
    `/user/${person.id}/canUserSignUpToEducationForOccasion/${occasionId}?educationId=${educationId}`,
  )

/** Expects that each date on the page of an education names the price of its sign-up, within the price of the page. */
async function expectPage(person: Person, { view, own }: ReadEducation) {
  for (const occasion of view.occasions) {
    const offer = await readOffer(person, occasion.id, view.education.id)
    expect(priceOnPage(occasion, view, own.signUpTerms.feePaid)).toBe(offer.fee)
    expect(offer.isFeePaid).toBe(own.signUpTerms.feePaid && view.education.fee > 0)
    const isOpen = !occasion.lastSignUpDate || new Date(occasion.lastSignUpDate) > new Date()
    if (isOpen) expect(view.feeRange?.to ?? 0).toBeGreaterThanOrEqual(offer.fee)
  }
}

/**
 * Expects that the calendar, its dialog and the sign-up name one price, and that the dialog
 * offers the sign-up exactly when the rules allow it.
 */
async function expectItem(person: Person, item: CalendarItem, standings: PartStanding[]) {
  const { referenceId: id, educationId } = item
  const offer = await readOffer(person, id, educationId)
  expect([item.fee, item.isFeePaid]).toEqual([offer.fee, offer.isFeePaid])
  const standing = findStanding(standings, item)
  // The dialog shows the bar of the date itself before the standing in its part.
  const isBlocked = item.blockedForExternalUsers && offer.reason === 'external_blocked'
  const isOpen =
    !isBlocked &&
    item.hasFreeSpots &&
    !item.booked &&
    (!item.lastSignUpDate || new Date(item.lastSignUpDate) > new Date())
  if (standing && isOpen) expect([standing.kind, offer.reason]).toEqual([standing.kind, reasonOf(standing, offer)])
  if (offer.together.length === 0 || !standing) return
  // A set that can be signed up for is offered by the dialog, except on the date of a part that is completed already.
  if (standing.kind !== 'completed') countSet(offer.allowed ? 'open' : 'refused')
  if (offer.allowed && standing.kind !== 'completed') expect([isOpen, standing.kind]).toEqual([true, 'open'])
  if (!offer.allowed) expect(isOpen && standing.kind === 'open').toBe(false)
}

const comparedSets = { open: 0, refused: 0 }
const countSet = (outcome: keyof typeof comparedSets) => {
  comparedSets[outcome] += 1
}

/** Expects that sets of dates were compared, both those that can be signed up for and those that are refused. */
export function expectComparedSets(): void {
  expect(comparedSets.open).toBeGreaterThan(0)
  expect(comparedSets.refused).toBeGreaterThan(0)
}

/** Returns the refusal that fits a standing; the offer's own where several do. */
function reasonOf({ kind, reason }: PartStanding, offer: SignUpOffer): string | null {
  if (kind === 'open') return null
  if (kind === 'signedUp') return 'already_signed_up'
  if (kind === 'pay' || kind === 'awaitPayment') return 'payment_under_way'
  if (kind === 'first') return 'prerequisites_missing'
  const bars = { external: 'external_blocked', tooYoung: 'too_young', tooOld: 'too_old', guardian: 'guardian_required' }
  if (kind === 'barred' && reason && reason !== 'closed') return bars[reason]
  return offer.reason
}

/** Expects that calendar, dialog, list, page and sign-up agree about all educations for a person. */
export async function expectCalendarAgreement(person: Person, educations: readonly ReadEducation[]): Promise<void> {
  const ids = educations.map(({ view }) => `educationIds=${view.education.id}`).join('&')
  const standings = await person.json<PartStanding[]>('GET', `/Calendar/Standings?${ids}`)
  const items = await readCalendar(person)
  for (const read of educations) {
    const { view, own, onList } = read
    if (onList) expect(onList.feePaid).toBe(own.signUpTerms.feePaid)
    expectStanding(standings, view, own)
    await expectPage(person, read)
  }
  const ofCatalogue = new Set(educations.map(({ view }) => view.education.id))
  // The sign-up to an exam asks for its examiner's day, which the list of exams has.
  const dates = items.filter(({ kind, educationId }) => kind === 0 && ofCatalogue.has(educationId))
  for (const item of dates) await expectItem(person, item, standings)
}
