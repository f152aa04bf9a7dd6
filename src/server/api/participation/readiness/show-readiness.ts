import type { NextStep, Readiness, ReadinessItem } from './contract.ts'
import type { Evaluation, Requirement } from './rules.ts'
import type { Step } from './steps.ts'

const noStep = {
  educationId: null,
  educationPartId: null,
  occasionId: null,
  licenseId: null,
  paymentId: null,
  startDate: null,
  city: null,
  fee: null,
  on: null,
}

function stepFrom(step: Step): NextStep {
  const { kind } = step
  if (kind === 'wait') return { ...noStep, kind, title: '', on: step.on }
  if (kind === 'register' || kind === 'report') return { ...noStep, kind, title: step.title }
  if (kind === 'apply') return { ...noStep, kind, title: step.title, licenseId: step.licenseId }
  const about = { ...noStep, kind, title: step.title, educationId: step.educationId }
  if (kind === 'await') return about
  return {
    ...about,
    educationPartId: step.educationPartId,
    ...('occasionId' in step && { occasionId: step.occasionId, startDate: step.startsAt, city: step.city }),
    ...('paymentId' in step && { paymentId: step.paymentId }),
    ...('feeMinor' in step && { fee: step.feeMinor / 100 }),
  }
}

const needOf = (requirement: Requirement): number | null => {
  if ('need' in requirement) return requirement.need
  if ('years' in requirement) return requirement.years
  if (requirement.kind === 'any') return 1
  return requirement.kind === 'all' ? requirement.of.length : null
}

const kindsWithAmount = ['all', 'any', 'some', 'credits']

function itemsOf(standing: Evaluation, depth: number): ReadinessItem[] {
  const { requirement, name, met, evidence, have, until, next, of } = standing
  const item = {
    depth,
    kind: requirement.kind,
    name,
    need: needOf(requirement),
    met,
    referenceId: 'id' in requirement ? requirement.id : null,
    have: kindsWithAmount.includes(requirement.kind) ? have : null,
    metDate: evidence?.on ?? null,
    validTo: until,
    next: next && stepFrom(next),
  }
  return [item, ...of.flatMap((one) => itemsOf(one, depth + 1))]
}

/**
 * Converts the evaluation of a requirement to the reply, as a list in which each requirement precedes its members, with
 * its depth from 0. A root of kind `all` is left out; its members have depth 0. Fees are in kronor. `next` is the next
 * step to take, null without one.
 */
export function toReadiness(standing: Evaluation): Readiness {
  const isListed = standing.requirement.kind !== 'all'
  return {
    ready: standing.met,
    validTo: standing.until,
    next: standing.next && stepFrom(standing.next),
    items: isListed ? itemsOf(standing, 0) : itemsOf(standing, -1).slice(1),
  }
}
