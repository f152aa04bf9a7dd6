import { withOccasionWords } from '#api/catalogue/occasions/rules.ts'
import { occasionResponsibles, occasions } from '#api/catalogue/occasions/table.ts'
import { cities, venues } from '#story/names.ts'
import { findEducation, type SeededEducation, type SeededOccasion, type SeededPart, type World } from './world.ts'

const occasionsInAll = 400

export interface OccasionOptions {
  days: number
  city?: string
  max?: number | null
  isCanceled?: boolean
}

function timesOf(world: World, days: number, hours: number) {
  const { calendar, draw } = world
  const isEvening = hours <= 4 && draw.chance(0.5)
  const first = { start: calendar.at(days, isEvening ? 18 : 9), end: calendar.at(days, isEvening ? 21 : 16.5) }
  const dayCount = hours > 9 ? 2 : 1
  const second = { start: calendar.at(days + 1, 9), end: calendar.at(days + 1, 15) }
  const sessions = dayCount === 2 ? [first, second] : []
  return {
    startsAt: first.start,
    endsAt: dayCount === 2 ? second.end : first.end,
    sessions: sessions.map(({ start, end }) => ({ start: start.toISOString(), end: end.toISOString() })),
  }
}

function placeOf({ draw }: World, city: string) {
  const isOnline = draw.chance(0.07)
  // The city of the organiser: an occasion always has one, also when it is held online.
  if (isOnline) return { city, onlineUrl: 'https://nordiskbilsport.example/mote' }
  return { city, venue: draw.pick(venues), address: `Depåvägen ${draw.between(1, 40)}` }
}

/** Adds one occasion of a classroom part. */
export function addOccasion(
  world: World,
  education: SeededEducation,
  part: SeededPart,
  options: OccasionOptions,
): SeededOccasion {
  const { ledger, calendar, draw } = world
  const { days, isCanceled = false } = options
  const { story } = education
  const responsibleId = draw.pick(education.responsibleIds)
  const place = options.city ? { city: options.city, venue: draw.pick(venues) } : placeOf(world, draw.pick(cities))
  const row = withOccasionWords({
    id: ledger.nextId(occasions),
    educationPartId: part.id,
    ...timesOf(world, days, story.hours / story.parts.length),
    ...place,
    lastSignUpAt: calendar.at(days - 7, 23.75),
    lastCancelAt: calendar.at(days - 10, 23.75),
    maxParticipants: options.max === undefined ? (draw.chance(0.06) ? null : draw.between(4, 14) * 2) : options.max,
    feeMinor: (story.occasionFee ?? 0) * 100,
    paymentMethods: (story.occasionFee ?? story.fee) ? [0 as const, 1 as const] : [],
    needsApproval: story.needsApproval ?? false,
    blockedForExternalUsers: story.closedToExternals ?? false,
    organizerOrganizationId: draw.pick(draw.chance(0.5) ? world.districtIds : world.clubIds),
    customQuestions: [],
    createdAt: calendar.at(Math.min(days, 0) - 60),
    changedAt: calendar.at(Math.min(days, 0) - 30),
  })
  // Cancelled at the very end of the seed, so that its sign-ups can be inserted first.
  if (isCanceled) world.canceledOccasionIds.add(row.id)
  ledger.add(occasions, row)
  ledger.add(occasionResponsibles, { occasionId: row.id, userId: responsibleId })
  const seeded = { row, responsibleId, booked: 0, isPast: days < 0 }
  world.occasionsOf.set(part.id, [...(world.occasionsOf.get(part.id) ?? []), seeded])
  return seeded
}

const dayOf = ({ draw }: World, isPast: boolean) => (isPast ? -draw.between(6, 330) : draw.between(2, 160))

/** Adds past and coming occasions for every classroom part: a few cancelled, some small enough to fill. */
export function addOccasions(world: World): void {
  const rooms = world.educations.flatMap((education) =>
    education.story.unpublished
      ? []
      : education.parts.filter((part) => part.letter === 'C').map((part) => ({ education, part })),
  )
  const left = occasionsInAll * world.scale - [...world.occasionsOf.values()].flat().length
  for (let at = 0; at < left; at += 1) {
    // Every part gets as many; the remainder is random.
    const room = at < left - (left % rooms.length) ? rooms[at % rooms.length] : world.draw.pick(rooms)
    if (!room) return
    const isPast = Math.floor(at / rooms.length) % 2 === 0
    const isSmall = !isPast && world.draw.chance(0.12)
    addOccasion(world, room.education, room.part, {
      days: dayOf(world, isPast),
      ...(isSmall ? { max: world.draw.between(2, 4) * 2 } : {}),
      isCanceled: world.draw.chance(0.03),
    })
  }
}

/** Adds the occasions that the cast's stories need. */
export function addCastOccasions(world: World): Record<'practised' | 'booked' | 'waiting' | 'left', SeededOccasion> {
  const add = (code: string, options: OccasionOptions) => {
    const education = findEducation(world, code)
    const part = education.parts.find((one) => one.letter === 'C')
    if (!part) throw new Error(`${code} has no classroom part`)
    return addOccasion(world, education, part, options)
  }
  return {
    practised: add('GEM-01', { days: -20, city: 'Karlstad', max: 20 }),
    booked: add('RAC-02', { days: 12, city: 'Örebro', max: 16 }),
    waiting: add('RCX-05', { days: 25, city: 'Gävle', max: 12 }),
    left: add('KAR-04', { days: 33, city: 'Karlstad', max: 14 }),
  }
}
