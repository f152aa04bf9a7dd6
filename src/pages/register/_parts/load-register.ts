import type { AstroGlobal } from 'astro'
import { AccountCode, AccountEmail, type AccountOutcome, NewAccount } from '#api/people/own-accounts/contract.ts'
import { type FormFailure, toFormOutcome } from '#components/form-outcome.ts'
import { parseForm } from './parse-form.ts'
import { nextRegisterStep, parseStep, type RegisterStep } from './register-step.ts'

/** The values of a submitted form by their fields, as text. */
export type RegisterValues = Record<
  | 'email'
  | 'token'
  | 'code'
  | 'proof'
  | 'firstName'
  | 'lastName'
  | 'birthDate'
  | 'organizationId'
  | 'guardianEmail'
  | 'acceptsTerms',
  string
>

/** Reply of an accepted step, which the next one needs. */
interface StepReply {
  token?: string
  proof?: string
  outcome?: AccountOutcome
}

const readValues = (form: FormData | null): RegisterValues => {
  const text = (name: string) => String(form?.get(name) ?? '').trim()
  return {
    email: text('email'),
    token: text('token'),
    code: text('code'),
    proof: text('proof'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    birthDate: text('birthDate'),
    organizationId: text('organizationId'),
    guardianEmail: text('guardianEmail'),
    acceptsTerms: text('acceptsTerms'),
  }
}

/** Submits the last step: the form with everything about the person. */
async function finish({ api, t }: App.Locals, values: RegisterValues, form: FormData): Promise<StepReply> {
  const { proof, firstName, lastName, birthDate, organizationId, guardianEmail } = values
  const given = {
    proof,
    firstName,
    lastName,
    birthDate,
    newPassword: String(form.get('newPassword') ?? ''),
    passwordVerification: String(form.get('passwordVerification') ?? ''),
    organizationId: organizationId ? Number(organizationId) : null,
    guardianEmail: guardianEmail || null,
    acceptsTerms: values.acceptsTerms !== '' || undefined,
  }
  const texts = { acceptsTerms: t('own-accounts')('termsMissing') }
  return { outcome: await api('POST /OwnAccounts', { body: parseForm(NewAccount, given, t('refusals'), texts) }) }
}

/** Submits the form of one step. */
async function send(
  locals: App.Locals,
  step: RegisterStep,
  values: RegisterValues,
  form: FormData,
): Promise<StepReply> {
  const { api, t } = locals
  const { email, token, code } = values
  if (step === 'code') {
    const body = parseForm(AccountCode, { token, code }, t('refusals'))
    return api('POST /OwnAccounts/proof', { body })
  }
  if (step === 'details') return finish(locals, values, form)
  const website = String(form.get('website') ?? '').slice(0, 500)
  return api('POST /OwnAccounts/code', { body: parseForm(AccountEmail, { email, website }, t('refusals')) })
}

export interface LoadedRegister {
  step: RegisterStep
  values: RegisterValues
  problem: FormFailure | null
  outcome: AccountOutcome | null
  /** Clubs that can be chosen; empty in other steps. */
  clubs: { id: number; name: string }[]
}

/**
 * Handles a submitted step of creating an account: sends a code, checks it, or creates the account. Returns the step to
 * show, with what was typed except the passwords; the clubs to choose from are loaded for the last step only.
 * `outcome`, after that step, tells whether the account is opened or waits for the guardian or the office; null
 * otherwise. A refused step is shown again with its problem.
 */
export async function loadRegister({
  locals,
  request,
}: Pick<AstroGlobal, 'locals' | 'request'>): Promise<LoadedRegister> {
  const form = request.method === 'POST' ? await locals.form() : null
  const values = readValues(form)
  const sent = parseStep(String(form?.get('step') ?? ''))
  const reply = form ? await toFormOutcome(send(locals, sent, values, form), locals.t('refusals')) : null
  const step = form ? nextRegisterStep(sent, reply?.problem === null) : 'address'
  const { token = values.token, proof = values.proof, outcome = null } = reply?.answer ?? {}
  const clubs = step === 'details' ? await locals.api('GET /OwnAccounts/organizations') : []
  return { step, values: { ...values, token, proof }, problem: reply?.problem ?? null, outcome, clubs }
}
