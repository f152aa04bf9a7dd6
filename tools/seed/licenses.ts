import { calculateFirstCycle, calculateStage, findNextStageChange } from '#api/participation/licenses/cycles/rules.ts'
import {
  licenseGoals,
  licenseRequirements,
  licenses,
  outsideActivities,
  reportedActivities,
  userLicenses,
} from '#api/participation/licenses/table.ts'
import { otherRequirementResults, otherRequirements } from '#api/participation/other-requirements/table.ts'
import { type StoryLicense, storyLicenses, storyOtherRequirements } from '#story/licenses.ts'
import { cast } from '#story/people.ts'
import { findEducation, type World } from './world.ts'

const idOf = (code: string) => storyLicenses.findIndex((license) => license.code === code) + 1

function addDefinition(world: World, license: StoryLicense, position: number): void {
  const { ledger, calendar } = world
  const {
    code,
    name,
    description,
    minAge = null,
    requirements,
    groups = [],
    rule,
    repeats = [],
    credits = [],
  } = license
  const stamp = calendar.at(-700)
  const id = idOf(code)
  ledger.add(licenses, {
    id,
    code,
    name,
    description,
    minAge,
    rule,
    position,
    requirementGroups: groups.map(({ need }) => need),
    createdAt: stamp,
    changedAt: stamp,
  })
  const refer = (purpose: 'first' | 'repeat' | 'credit', groupNumber: number, codes: readonly string[]) => {
    for (const education of codes)
      ledger.add(licenseRequirements, {
        licenseId: id,
        purpose,
        groupNumber,
        kind: 0,
        referenceId: findEducation(world, education).id,
      })
  }
  refer('first', 0, requirements.educations)
  for (const licence of requirements.licenses ?? [])
    ledger.add(licenseRequirements, {
      licenseId: id,
      purpose: 'first',
      groupNumber: 0,
      kind: 1,
      referenceId: idOf(licence),
    })
  for (const at of requirements.others ?? [])
    ledger.add(licenseRequirements, { licenseId: id, purpose: 'first', groupNumber: 0, kind: 2, referenceId: at })
  for (const [at, { educations }] of groups.entries()) refer('first', at + 1, educations)
  refer('repeat', 0, repeats)
  for (const [category, educations] of credits.entries()) refer('credit', category, educations)
}

interface Holding {
  userId: number
  code: string
  /** Days before today on which each cycle was decided, the earliest first. */
  decided: readonly number[]
}

/** Adds cycles that follow each other as the licence's rule says. */
function addCycles(world: World, { userId, code, decided }: Holding): void {
  const license = storyLicenses[idOf(code) - 1]
  if (!license) throw new Error(`the story has no licence ${code}`)
  const today = world.calendar.on(0)
  const rows = decided.map((day, at) => {
    const decidedOn = world.calendar.on(-day)
    const dates = calculateFirstCycle(license.rule, decidedOn)
    const next = decided[at + 1]
    const cycle = {
      ...dates,
      decidedOn,
      revokedOn: null,
      succeededOn: next === undefined ? null : world.calendar.on(-next),
    }
    return { cycle, cycleNumber: at + 1, issuedAt: world.calendar.at(-day, 18) }
  })
  for (const { cycle, cycleNumber, issuedAt } of rows)
    world.ledger.add(userLicenses, {
      userId,
      licenseId: idOf(code),
      cycleNumber,
      issuedAt,
      ...cycle,
      basis: cycleNumber === 1 ? 'earned' : 'renewed',
      stage: calculateStage(cycle, today),
      nextChangeOn: findNextStageChange(cycle, today),
    })
}

function addCastLicenses(world: World): void {
  const { ledger, calendar } = world
  const { learner, educator, junior } = cast
  addCycles(world, { userId: learner.id, code: 'FUNK', decided: [64] })
  addCycles(world, { userId: learner.id, code: 'TEKN', decided: [1040] })
  addCycles(world, { userId: educator.id, code: 'DOM', decided: [1760, 300] })
  addCycles(world, { userId: junior.id, code: 'KART', decided: [120] })
  for (const code of ['BANCHEF', 'FORARE'])
    ledger.add(licenseGoals, { userId: learner.id, licenseId: idOf(code), createdAt: calendar.at(-30) })
  ledger.add(otherRequirementResults, {
    otherRequirementId: 2,
    userId: learner.id,
    completedOn: calendar.on(-90),
    validToOn: calendar.on(1000),
    createdAt: calendar.at(-90),
  })
  const reported = { userId: learner.id, outsideActivityId: 1, amountHundredths: 400, createdAt: calendar.at(-20) }
  ledger.add(reportedActivities, { ...reported, doneOn: calendar.on(-200), state: 1, decidedAt: calendar.at(-19) })
  ledger.add(reportedActivities, {
    ...reported,
    doneOn: calendar.on(-12),
    createdAt: calendar.at(-3),
    note: 'Konferensen i Jönköping',
  })
}

/** Adds licences, their holders, and people on the way to them. */
export function addLicenses(world: World): void {
  const { ledger, calendar, draw } = world
  const changedAt = calendar.at(-700)
  for (const requirement of storyOtherRequirements) ledger.add(otherRequirements, { ...requirement, changedAt })
  for (const [at, license] of storyLicenses.entries()) addDefinition(world, license, at)
  for (const [category, name] of ['Teknikerkonferens', 'Studiebesök på annan bana'].entries())
    ledger.add(outsideActivities, { licenseId: idOf('TEKN'), category, name, mostHundredths: 800, changedAt })
  addCastLicenses(world)
  const others = world.people.filter(({ id }) => !Object.values(cast).some((one) => one.id === id))
  for (const person of others.slice(0, 300 * world.scale)) {
    const code = draw.pick(['FUNK', 'FUNK', 'TEKN', 'DOM'])
    addCycles(world, { userId: person.id, code, decided: [draw.between(20, 1500)] })
  }
}
