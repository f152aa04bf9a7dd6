import type { Profile } from '#api/office/profiles/contract.ts'
import { loadPersonErasure, type PersonErasure } from './load-person-erasure.ts'
import { loadPersonExams } from './load-person-exams.ts'
import { licenseFeatures, loadPersonLicenses } from './load-person-licenses.ts'
import { loadPersonPayments } from './load-person-payments.ts'
import { listTabs, type ProfileTab, parseTab } from './profile-tabs.ts'

/** How the reader stands to the person of a profile. */
interface ProfileReader {
  userId: number
  own: boolean
  isFull: boolean
  /** The reader teaches the person and sees some fields. */
  isTaught: boolean
  loadErasure: () => Promise<PersonErasure | null> | null
}

type Locals = App.Locals

const loadBookings = async (locals: Locals, { userId }: ProfileReader) => {
  const [booked, exams, payments] = await Promise.all([
    locals.api('GET /user/:id/Bookings', { params: { id: userId } }),
    loadPersonExams(locals, userId),
    loadPersonPayments(locals, userId),
  ])
  return { ...booked, exams, payments }
}

const loadAccount = async ({ api }: Locals, { own, loadErasure }: ProfileReader) => {
  const [mailChoices, access, erasure] = await Promise.all([
    own ? api('GET /Mails/choices') : null,
    own ? api('GET /Authentication/access') : null,
    loadErasure(),
  ])
  return { mailChoices, access, erasure }
}

/** Loads what one tab of a profile shows; the others are null. */
async function loadTab(locals: Locals, tab: ProfileTab, reader: ProfileReader) {
  const { userId, isFull, isTaught } = reader
  const [licenses, bookings, renewals, account] = await Promise.all([
    tab === 'licenses' ? loadPersonLicenses(locals, userId, isTaught) : null,
    tab === 'bookings' ? loadBookings(locals, reader) : null,
    tab === 'educations' && isFull ? locals.api('GET /user/:id/EducationRenewals', { params: { id: userId } }) : [],
    tab === 'account' ? loadAccount(locals, reader) : null,
  ])
  return { licenses, bookings, renewals, account }
}

function openedTab({ configuration }: Locals, url: URL, isFull: boolean) {
  const { hasHeld, hasGoals } = licenseFeatures(configuration)
  const tabs = listTabs({ hasLicenses: hasHeld || hasGoals, isFull })
  return { tabs, tab: parseTab(url.searchParams, tabs) }
}

/**
 * Loads the reader's own profile with the tab that the URL opens, and the reader's invitations, in one round trip.
 * Readers may see all of their own data. The data of the other tabs are null, and `renewals`, those of the tab of
 * educations, are empty. `tabs` are the tabs to show and `tab` is the open one.
 */
export async function loadOwnProfile(locals: Locals, url: URL, userId: number) {
  const { api } = locals
  const params = { id: userId }
  const loadErasure = async () => ({
    isGuardian: false,
    request: await api('GET /user/:id/erasure', { params }),
  })
  const opened = openedTab(locals, url, true)
  const reader = { userId, own: true, isFull: true, isTaught: false, loadErasure }
  const [profile, content, invitations] = await Promise.all([
    api('GET /user/:id/profile', { params }),
    loadTab(locals, opened.tab, reader),
    api('GET /user/:id/invitations', { params }),
  ])
  return { profile, ...opened, ...content, invitations }
}

/**
 * Loads the tab that the URL opens of another person's profile that the reader may see more of than the name. The data
 * of the other tabs are null, and `renewals`, those of the tab of educations, are empty; so they are, and the erasure
 * request is null, when the profile is not `full`. Invitations are for a confirmed guardian alone, else empty.
 */
export async function loadOtherProfile(locals: Locals, url: URL, profile: Profile) {
  const { api, actor } = locals
  const { user, full, taught, guardians } = profile
  const params = { id: user.id }
  const isGuardian = guardians.some(({ userId, confirmed }) => confirmed && userId === actor?.id)
  const opened = openedTab(locals, url, full)
  const loadErasure = () => (full ? loadPersonErasure(locals, profile) : null)
  const reader = { userId: user.id, own: false, isFull: full, isTaught: taught, loadErasure }
  const [content, invitations] = await Promise.all([
    loadTab(locals, opened.tab, reader),
    isGuardian ? api('GET /user/:id/invitations', { params }) : [],
  ])
  return { profile, ...opened, ...content, invitations }
}

export type LoadedProfile = Awaited<ReturnType<typeof loadOwnProfile | typeof loadOtherProfile>>
