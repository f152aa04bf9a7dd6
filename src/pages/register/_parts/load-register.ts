import type { AstroGlobal } from 'astro'
import { chooseProvider, listProviderKeys, type ProviderKey } from '#api/people/external-login/rules.ts'
import {
  AccountCode,
  AccountEmail,
  type AccountOutcome,
  type Identity,
  NewAccount,
  NewIdentifiedAccount,
} from '#api/people/own-accounts/contract.ts'
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

/** Submits the last step of an identified person, whose name and date of birth the server has. */
async function finishIdentified({ api, t }: App.Locals, values: RegisterValues, identity: string): Promise<StepReply> {
  const { proof, organizationId, guardianEmail } = values
  const given = {
    proof,
    identity,
    organizationId: organizationId ? Number(organizationId) : null,
    guardianEmail: guardianEmail || null,
    acceptsTerms: values.acceptsTerms !== '' || undefined,
  }
  const texts = { acceptsTerms: t('own-accounts')('termsMissing') }
  const body = parseForm(NewIdentifiedAccount, given, t('refusals'), texts)
  return { outcome: await api('POST /OwnAccounts/identified', { body }) }
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
  { form, reference }: { form: FormData; reference: string | null },
): Promise<StepReply> {
  const { api, t } = locals
  const { email, token, code } = values
  if (step === 'code') {
    const body = parseForm(AccountCode, { token, code }, t('refusals'))
    return api('POST /OwnAccounts/proof', { body })
  }
  if (step === 'details')
    return reference === null ? finish(locals, values, form) : finishIdentified(locals, values, reference)
  const website = String(form.get('website') ?? '').slice(0, 500)
  return api('POST /OwnAccounts/code', { body: parseForm(AccountEmail, { email, website }, t('refusals')) })
}

const loadIdentity = ({ api }: App.Locals, identity: string) =>
  api('GET /OwnAccounts/identity', { query: { identity } })

export interface LoadedRegister {
  step: RegisterStep
  values: RegisterValues
  problem: FormFailure | null
  outcome: AccountOutcome | null
  /** Clubs that can be chosen; empty in other steps. */
  clubs: { id: number; name: string }[]
  /** The person whom an electronic identification has identified; null for a typed one. */
  identity: Identity | null
}

/** Identity providers of the page, and the one that the person has chosen; null for the mailed code alone. */
interface RegisterProviders {
  providers: ProviderKey[]
  provider: ProviderKey | null
}

/** Returns the identity providers by which an account can be created; none while the feature is off. */
export function loadProviders({ locals, request, url }: Pick<AstroGlobal, 'locals' | 'request' | 'url'>) {
  const hasExternal = locals.configuration?.features.includes('UseExternalLogin')
  const providers = hasExternal ? listProviderKeys(locals.ctx.env) : []
  const isPost = request.method === 'POST'
  const provider = isPost ? null : chooseProvider(providers, url.searchParams.get('external'))
  return { providers, provider } satisfies RegisterProviders
}

/**
 * Handles a submitted step of creating an account: sends a code, checks it, or creates the account. Returns the step to
 * show, with what was typed except the passwords; the clubs to choose from are loaded for the last step only.
 * `outcome`, after that step, tells whether the account is opened or waits for the guardian or the office; null
 * otherwise. A refused step is shown again with its problem. `identity` in the URL names an identified person; null
 * when its hour is over.
 */
export async function loadRegister({
  locals,
  request,
  url,
}: Pick<AstroGlobal, 'locals' | 'request' | 'url'>): Promise<LoadedRegister | null> {
  const reference = url.searchParams.get('identity')
  const shown = reference === null ? null : await toFormOutcome(loadIdentity(locals, reference), locals.t('refusals'))
  if (shown?.problem) return null
  const identity = shown?.answer ?? null
  const form = request.method === 'POST' ? await locals.form() : null
  const values = readValues(form)
  const sent = parseStep(String(form?.get('step') ?? ''))
  const reply = form ? await toFormOutcome(send(locals, sent, values, { form, reference }), locals.t('refusals')) : null
  const step = form ? nextRegisterStep(sent, reply?.problem === null) : 'address'
  const { token = values.token, proof = values.proof, outcome = null } = reply?.answer ?? {}
  const clubs = step === 'details' ? await locals.api('GET /OwnAccounts/organizations') : []
  return { step, values: { ...values, token, proof }, problem: reply?.problem ?? null, outcome, clubs, identity }
}
