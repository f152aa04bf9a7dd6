import { expect, test } from 'vitest'
import type { Evidence } from '#api/participation/readiness/rules.ts'
import { createDraw } from '#story/draw.ts'
import { calculateStage, isValidStage, type ValidToRule } from '../cycles/rules.ts'
import type { LicenseRule } from '../renewal/rules.ts'
import type { LicenseDefinition } from '../rules.ts'
import { type HeldCycle, type LicenseFacts, planAutomaticCycles } from './rules.ts'

const draw = createDraw('ten years of licences')
const firstDay = Date.UTC(2026, 0, 1)
const days = 3653
const textOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const calendar = Array.from({ length: days }, (_, at) => textOf(firstDay + at * 86_400_000))

interface Life {
  rule: LicenseRule
  /** Days on which the education is completed, and hours of two kinds by day. */
  educated: ReadonlySet<string>
  hours: ReadonlyMap<string, [course: number, reading: number]>
}

function someLife(): Life {
  const some = (times: number) => new Set(Array.from({ length: times }, () => draw.pick(calendar)))
  const hours = [...some(draw.between(0, 60))].map((on): [string, [number, number]] => [
    on,
    [draw.between(0, 5), draw.between(0, 5)],
  ])
  const rule: LicenseRule = {
    validityMonths: draw.between(1, 4) * 12,
    validToRule: draw.pick([0, 1, 2] as ValidToRule[]),
    graceDays: draw.pick([0, 0, 14, 30]),
    lateMonths: draw.pick([0, 3, 12]),
    dormantMonths: draw.pick([0, 12, 60]),
    by: 'credits',
    automatic: true,
    unit: 'hours',
    opensMonths: draw.pick([1, 6, 12]),
    total: 16,
    categories: [
      { name: 'Kurs', minimum: 8, cap: null },
      { name: 'Läsning', minimum: 0, cap: 4 },
    ],
  }
  return { rule, educated: some(draw.between(1, 5)), hours: new Map(hours) }
}

/** Simulates one person by the rules: issues the licences of each day, as the daily job does. */
function* byRules({ rule, educated, hours }: Life) {
  const requirements = { minAge: null, educationIds: [7], licenseIds: [], otherRequirementIds: [], groups: [] }
  const definition: LicenseDefinition = {
    id: 1,
    name: 'Licens',
    active: true,
    autoIssue: true,
    rule,
    renewalEducationIds: [],
    ...requirements,
  }
  const credits = [...hours].flatMap(([on, amounts]) =>
    amounts.map((amount, category) => ({ category, amountHundredths: amount * 100, on })),
  )
  const cycles: HeldCycle[] = []
  const heldFacts = { cycles: new Map([[1, cycles]]), credits: new Map([[1, credits]]) }
  let done: Evidence[] = []
  for (const dayOn of calendar) {
    if (educated.has(dayOn)) done = [{ on: dayOn, until: null }, ...done]
    const facts: LicenseFacts = {
      dayOn,
      birthOn: null,
      parts: new Map(),
      otherRequirements: new Map(),
      definitions: [definition],
      educations: new Map([[7, { title: '', before: { kind: 'all', of: [] }, next: null, done }]]),
      ...heldFacts,
    }
    for (const { follows, ...issued } of planAutomaticCycles(facts)) {
      const ended = cycles.find(({ id }) => id === follows)
      if (ended) ended.succeededOn = issued.validFromOn
      cycles.push({ ...issued, id: cycles.length + 1, succeededOn: null, revokedOn: null, isWithdrawn: false })
    }
    yield {
      count: cycles.length,
      valid: cycles.some((cycle) => isValidStage(calculateStage(cycle, dayOn))),
      dates: cycles.at(-1),
    }
  }
}

const nextDays = new Map(
  Array.from({ length: 15_000 }, (_, at) =>
    [at - 2000, at - 1999].map((day) => textOf(firstDay + day * 86_400_000)),
  ) as [string, string][],
)
const next = (day: string) => nextDays.get(day) ?? ''
const isLeap = (year: number) => year % 4 === 0

/** Returns the day before the same date some months later, counted month by month. */
function lastOfMonths(from: string, months: number): string {
  let [year = 0, month = 0, date = 0] = from.split('-').map(Number)
  for (let remaining = months; remaining > 0; remaining -= 1)
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  for (let remaining = months; remaining < 0; remaining += 1)
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1]
  const lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  if (date > (lengths[month - 1] ?? 0)) [month, date] = [month + 1, 1]
  return textOf(Date.UTC(year, month - 1, date) - 86_400_000)
}

/** Returns the end of a period, counted in months or in New Year's Eves. */
function endFrom(rule: LicenseRule, from: string): string {
  if (rule.validToRule === 0) return lastOfMonths(from, rule.validityMonths ?? 0)
  let eves = (rule.validityMonths ?? 0) / 12
  if (rule.validToRule === 2 && from.slice(5) >= '07-01') eves += 1
  let day = from
  while (!day.endsWith('12-31') || --eves > 0) day = next(day)
  return day
}

interface Paper {
  cycle: { from: string; end: string; grace: string; late: string; sleep: string } | null
  /** Last day on which the previous licence is valid. */
  older: string
  pot: [number, number][]
  fresh: boolean
  count: number
}

function begin(paper: Paper, rule: LicenseRule, from: string, end: string): void {
  let grace = end
  for (let remaining = rule.graceDays; remaining > 0; remaining -= 1) grace = next(grace)
  const [, late = grace] = [lastOfMonths(next(end), rule.lateMonths), grace].toSorted()
  const before = textOf(Date.parse(from) - 86_400_000)
  if (paper.cycle) paper.older = from > paper.cycle.grace ? paper.cycle.grace : before
  paper.cycle = { from, end, grace, late, sleep: lastOfMonths(next(late), rule.dormantMonths) }
  paper.pot = []
  paper.fresh = false
  paper.count += 1
}

const isEnough = ({ pot }: Paper) => {
  const sum = (kind: 0 | 1) => pot.reduce((all, one) => all + one[kind], 0)
  return sum(0) >= 8 && sum(0) + Math.min(sum(1), 4) >= 16
}

function look(paper: Paper, rule: LicenseRule, day: string): void {
  const { cycle } = paper
  if (!cycle || day > cycle.sleep) {
    if (paper.fresh) begin(paper, rule, day, endFrom(rule, day))
    return
  }
  if (day < cycle.from || !isEnough(paper)) return
  const follows = next(cycle.end)
  const isOpen = day > cycle.end || day >= next(lastOfMonths(follows, -rule.opensMonths))
  if (day <= cycle.grace) {
    if (isOpen) begin(paper, rule, follows, endFrom(rule, follows))
    return
  }
  const scheduled = endFrom(rule, follows)
  begin(paper, rule, day, day <= cycle.late && scheduled >= day ? scheduled : endFrom(rule, day))
}

/** Simulates the same person by a simple model: one end date, one sum of hours, one check a day. */
function* onPaper({ rule, educated, hours }: Life) {
  const paper: Paper = { cycle: null, older: '', pot: [], fresh: false, count: 0 }
  for (const day of calendar) {
    if (educated.has(day)) paper.fresh = true
    const today = hours.get(day)
    if (today) paper.pot.push(today)
    look(paper, rule, day)
    const { cycle, older, count } = paper
    const valid = (cycle !== null && day >= cycle.from && day <= cycle.grace) || day <= older
    yield { count, valid, end: cycle?.end }
  }
}

test('ten simulated years of a thousand people agree with a simple model, day by day', () => {
  let [validDays, most] = [0, 0]
  for (let person = 0; person < 1000; person += 1) {
    const life = someLife()
    const paper = onPaper(life)
    let at = 0
    for (const actual of byRules(life)) {
      const expected = paper.next().value
      if (
        actual.valid !== expected?.valid ||
        actual.count !== expected?.count ||
        (actual.dates?.validToOn ?? undefined) !== expected?.end
      ) {
        const description = `person ${person} on ${calendar[at]}: ${JSON.stringify(life.rule)}`
        expect({ count: actual.count, valid: actual.valid, end: actual.dates?.validToOn }, description).toEqual(
          expected,
        )
      }
      if (actual.valid) validDays += 1
      most = Math.max(most, actual.count)
      at += 1
    }
  }
  // Licences are issued and renewed, so that the comparison covers them.
  expect(validDays).toBeGreaterThan(500_000)
  expect(most).toBeGreaterThan(4)
}, 600_000)
