import { createHash } from 'node:crypto'
import { cast } from '#story/people.ts'
import { openStore } from '../portal.ts'
import { type BenchPayment, consentToken, payments } from './moment-pages.ts'

type Store = Awaited<ReturnType<typeof openStore>>['db']

interface Seat {
  occasionId: number
  educationPartId: number
  educationId: number
  title: string
}

const feeMinor = 45_000
const toIso = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Finds a coming occasion that can be paid for. */
async function findSeat(db: Store): Promise<Seat> {
  const seat = await db
    .prepare(`SELECT o.id AS occasionId, o.education_part_id AS educationPartId, l.education_id AS educationId, p.title
      FROM occasions o JOIN education_parts p ON p.id = o.education_part_id
      JOIN education_to_part l ON l.education_part_id = p.id JOIN educations e ON e.id = l.education_id
      WHERE o.starts_at > ?1 AND o.canceled_at IS NULL AND o.tag_id IS NULL AND e.published_at IS NOT NULL AND e.archived_at IS NULL
      ORDER BY o.starts_at DESC LIMIT 1`)
    .bind(toIso(72))
    .first<Seat>()
  if (!seat) throw new Error('the seed has no coming occasion')
  return seat
}

function insertPayment(db: Store, { occasionId, title, ...place }: Seat, payment: BenchPayment) {
  const { id, payer, status, receiptNumber, isRequestOf } = payment
  const userId = cast[payer].id
  const seat = { ...place, occasionId, userId: isRequestOf ? cast[isRequestOf].id : userId, feeAtSignUpMinor: feeMinor }
  const values = {
    id,
    user_id: userId,
    status,
    amount_minor: feeMinor,
    vat_minor: 0,
    provider: 'local',
    provider_reference: `local_${id}`,
    sign_up: JSON.stringify({ userId: seat.userId, occasionIds: [occasionId], customAnswers: [], others: [] }),
    places: JSON.stringify([
      { ...seat, customAnswers: [], guardianUserId: null, registeredByUserId: null, needsApproval: false },
    ]),
    rows: JSON.stringify([{ text: title, amountMinor: feeMinor, vatRate: 0 }]),
    receipt_number: receiptNumber,
    last_digits: receiptNumber && '4242',
    paid_at: receiptNumber && toIso(-24),
    expires_at: toIso(24),
    idempotency_key: id,
    terms_accepted_at: toIso(-25),
    requested_by_user_id: isRequestOf ? cast[isRequestOf].id : null,
    created_at: toIso(-25),
    changed_at: toIso(-24),
  }
  const columns = Object.keys(values)
  return db
    .prepare(`INSERT INTO payments (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    .bind(...Object.values(values))
}

const openAtProvider = (db: Store, { id }: BenchPayment) =>
  db
    .prepare(`INSERT INTO local_payments (reference, payment_id, amount_minor, currency, state, created_at)
      VALUES (?1, ?2, ?3, 'SEK', 'open', ?4)`)
    .bind(`local_${id}`, id, feeMinor, toIso(-25))

const askForConsent = (db: Store) =>
  db
    .prepare(`INSERT INTO account_requests (proof_hash, email, first_name, last_name, birth_on, password_hash, guardian_email,
      guardian_token_hash, state, created_at) VALUES ('bench', 'barn@bench.example', 'Alva', 'Ström', ?1, 'bench', 'vuxen@bench.example', ?2, 'waiting', ?3)`)
    .bind(toIso(-12 * 365 * 24).slice(0, 10), createHash('sha256').update(consentToken).digest('hex'), toIso(-1))

const addPasskey = (db: Store, userId: number) =>
  db
    .prepare(`INSERT INTO passkeys (user_id, credential_id, user_handle, public_key, counter, transports, name, created_at)
      VALUES (?1, 'YmVuY2g', 'YmVuY2g', 'YmVuY2g', 0, '[]', 'Bench', ?2)`)
    .bind(userId, toIso(-48))

const turnOnOwnAccounts = (db: Store) =>
  db.prepare(`UPDATE portal_configurations SET configuration =
    json_set(configuration, '$.features', json_insert(configuration -> '$.features', '$[#]', 'OwnAccounts'))
    WHERE NOT EXISTS (SELECT 1 FROM json_each(configuration -> '$.features') WHERE value = 'OwnAccounts')`)

/**
 * Adds the rows behind the pages of one link, one payment or one step of signing in. Those are payments in each state,
 * a child's request to pay, a request for consent, and a passkey as second factor; the seed has none of them.
 */
export async function prepareMoments(dir: string): Promise<void> {
  const { db, close } = await openStore(dir)
  const seat = await findSeat(db)
  await db.batch([
    ...payments.map((payment) => insertPayment(db, seat, payment)),
    ...payments.filter(({ status }) => status < 2).map((payment) => openAtProvider(db, payment)),
    askForConsent(db),
    addPasskey(db, cast.external.id),
    turnOnOwnAccounts(db),
  ])
  await close()
}
