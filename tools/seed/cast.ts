import { favoriteCategories } from '#api/catalogue/education-categories/table.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { type CastName, cast } from '#story/people.ts'
import type { addCastOccasions } from './occasions.ts'
import { newJournal, type Participation, recordEducation, recordPart } from './progress.ts'
import { findEducation, type SeededPart, type World } from './world.ts'

function takingOf(world: World, name: CastName, code: string): Participation {
  const person = world.people.find((one) => one.id === cast[name].id)
  if (!person) throw new Error(`the story has no ${name}`)
  return { person, education: findEducation(world, code), journal: newJournal() }
}

const partOf = (taking: Participation, letter: SeededPart['letter']): SeededPart => {
  const part = taking.education.parts.find((one) => one.letter === letter)
  if (!part) throw new Error(`${taking.education.code} has no part ${letter}`)
  return part
}

/** Completes all parts on one day, and the education with them. */
function finish(world: World, name: CastName, code: string, day: number): void {
  const taking = takingOf(world, name, code)
  const completedAt = world.calendar.at(day, 19)
  for (const part of taking.education.parts) {
    const score = part.letter === 'D' ? 0.9 : null
    recordPart(world, taking, part, {
      completed: true,
      completedAt,
      score,
      createdAt: world.calendar.at(day - 2),
      changedAt: completedAt,
    })
  }
  recordEducation(world, taking, day, { completed: true, completedAt })
}

function finishTheory(world: World, taking: Participation, day: number): void {
  const completedAt = world.calendar.at(day, 20)
  recordPart(world, taking, partOf(taking, 'D'), {
    completed: true,
    completedAt,
    score: 0.95,
    createdAt: completedAt,
    changedAt: completedAt,
  })
}

/** Gives the learner educations in progress: the next step of GEM-01 is its digital part, which completes it. */
function addLearnerStory(world: World, occasions: ReturnType<typeof addCastOccasions>): void {
  const { calendar } = world
  finish(world, 'learner', 'GEM-02', -64)
  finish(world, 'learner', 'RAC-06', -210)

  const started = takingOf(world, 'learner', 'GEM-01')
  const endsAt = occasions.practised.row.endsAt
  const practised = {
    completed: true,
    completedAt: endsAt,
    attended: true,
    approvedByUserId: occasions.practised.responsibleId,
  }
  recordPart(
    world,
    started,
    partOf(started, 'C'),
    { ...practised, signedUpAt: calendar.at(-41), createdAt: calendar.at(-41), changedAt: endsAt },
    occasions.practised,
  )
  recordEducation(world, started, -20, { signedUpAt: calendar.at(-41) })

  const booked = takingOf(world, 'learner', 'RAC-02')
  finishTheory(world, booked, -9)
  recordPart(world, booked, partOf(booked, 'C'), { changedAt: calendar.at(-8, 20) }, occasions.booked)
  recordEducation(world, booked, -8)

  const waiting = takingOf(world, 'learner', 'RCX-05')
  finishTheory(world, waiting, -5)
  recordPart(
    world,
    waiting,
    partOf(waiting, 'C'),
    { signedUpAt: null, createdAt: calendar.at(-4, 21), changedAt: calendar.at(-4, 21) },
    occasions.waiting,
  )
  recordEducation(world, waiting, -4)

  const left = takingOf(world, 'learner', 'KAR-04')
  recordPart(
    world,
    left,
    partOf(left, 'C'),
    { canceled: true, createdAt: calendar.at(-15), changedAt: calendar.at(-13) },
    occasions.left,
  )
  for (const educationCategoryId of [1, 3])
    world.ledger.add(favoriteCategories, { userId: cast.learner.id, educationCategoryId })
}

/** Completes every part except the submission. */
function completeUpToSubmission(world: World, name: CastName, code: string, day: number): void {
  const taking = takingOf(world, name, code)
  const completedAt = world.calendar.at(day, 16)
  finishTheory(world, taking, day - 20)
  const attended = { completed: true, completedAt, attended: true }
  const signedUpAt = world.calendar.at(day - 18)
  recordPart(world, taking, partOf(taking, 'C'), {
    ...attended,
    signedUpAt,
    createdAt: signedUpAt,
    changedAt: completedAt,
  })
  recordPart(world, taking, partOf(taking, 'S'), { changedAt: world.calendar.at(day, 19) })
  recordEducation(world, taking, day)
}

function addOtherStories(world: World): void {
  finish(world, 'junior', 'KAR-01', -120)
  // Ready for the exam: the practical part is the only one left.
  const driver = takingOf(world, 'junior', 'FOL-01')
  finishTheory(world, driver, -25)
  const practised = world.calendar.at(-11, 15)
  recordPart(world, driver, partOf(driver, 'C'), { completed: true, completedAt: practised, changedAt: practised })
  recordEducation(world, driver, -30)
  const junior = takingOf(world, 'junior', 'FOL-07')
  recordEducation(world, junior, -6)
  recordPart(world, junior, partOf(junior, 'D'), { changedAt: world.calendar.at(-6, 17) })
  finish(world, 'guardian', 'GEM-11', -125)
  const external = takingOf(world, 'external', 'GEM-02')
  recordEducation(world, external, -3)
  recordPart(world, external, partOf(external, 'D'), { changedAt: world.calendar.at(-3, 17) })
  finish(world, 'guardian', 'GEM-01', -70)
  finish(world, 'external', 'GEM-01', -80)
  completeUpToSubmission(world, 'guardian', 'GEM-06', -12)
  completeUpToSubmission(world, 'external', 'GEM-06', -16)
  finish(world, 'educator', 'GEM-01', -800)
  finish(world, 'educator', 'GEM-10', -500)
}

function addNotice(
  { ledger, calendar }: World,
  name: CastName,
  row: Pick<typeof notices.$inferInsert, 'kind' | 'values' | 'path'>,
  days: number,
  isRead: boolean,
): void {
  const createdAt = calendar.at(days, 9)
  const readAt = isRead ? calendar.at(days, 18) : null
  ledger.add(notices, { userId: cast[name].id, ...row, createdAt, readAt })
}

function addNotices(world: World): void {
  const flag = findEducation(world, 'RAC-02')
  const basics = takingOf(world, 'learner', 'GEM-01')
  const { id: practisedId } = partOf(basics, 'C')
  const practised = world.ledger.rowsOf(educationParts).find(({ id }) => id === practisedId)
  addNotice(
    world,
    'learner',
    { kind: 'signUpApproved', values: { title: flag.story.title }, path: `/education/${flag.id}` },
    -2,
    false,
  )
  addNotice(
    world,
    'learner',
    {
      kind: 'partApproved',
      values: { title: String(practised?.['title']) },
      path: `/education/${basics.education.id}`,
    },
    -19,
    false,
  )
  addNotice(
    world,
    'learner',
    { kind: 'educationCompleted', values: { title: 'Säkerhet vid banan' }, path: '/profile' },
    -64,
    true,
  )
}

/** Adds the stories of the cast. */
export function addCastStories(world: World, occasions: ReturnType<typeof addCastOccasions>): void {
  addLearnerStory(world, occasions)
  addOtherStories(world)
  addNotices(world)
}
