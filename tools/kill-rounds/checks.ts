import type { D1Database } from '@cloudflare/workers-types'
import { createImportFile, crowd, roundData } from './data.ts'
import type { AnsweredSteps } from './steps.ts'

/** Queries of rows that must never exist: incomplete writes and wrong counts. */
const forbiddenRows: Record<string, string> = {
  'an occasion counts other than who is on it': `
    SELECT o.id, o.booked_count, o.reserved_count FROM occasions o
    WHERE o.booked_count <> (SELECT count(*) FROM education_part_results r WHERE r.occasion_id = o.id AND r.canceled = 0)
      OR o.reserved_count <> (SELECT count(*) FROM payment_holds h WHERE h.occasion_id = o.id)`,
  'more people than places': `
    SELECT id FROM occasions WHERE id >= 900000 AND booked_count + reserved_count > max_participants`,
  'a result on two live invoices': `
    SELECT result_id FROM invoice_rows WHERE live = 1 GROUP BY result_id HAVING count(*) > 1`,
  'an invoice that does not add up': `
    SELECT h.id FROM invoice_heads h WHERE h.row_count <> (SELECT count(*) FROM invoice_rows r WHERE r.invoice_head_id = h.id)
      OR h.total_minor <> (SELECT sum(amount_minor) FROM invoice_rows r WHERE r.invoice_head_id = h.id)
      OR h.vat_total_minor <> (SELECT sum(vat_minor) FROM invoice_rows r WHERE r.invoice_head_id = h.id)`,
  'a paid payment with neither a place nor a refund': `
    SELECT p.id FROM payments p WHERE p.status = 2 AND p.user_id >= 900000
      AND NOT EXISTS (SELECT 1 FROM education_part_results r WHERE r.payment_id = p.id)
      AND NOT EXISTS (SELECT 1 FROM payment_refunds f WHERE f.payment_id = p.id)`,
  'a place by a payment that is not paid': `
    SELECT r.id FROM education_part_results r JOIN payments p ON p.id = r.payment_id
    WHERE r.user_id >= 900000 AND r.canceled = 0 AND p.status <> 2`,
  'a payment that is over and still holds a place': `
    SELECT p.id FROM payments p JOIN payment_holds h ON h.payment_id = p.id WHERE p.status >= 2`,
  'an imported row that is no completed result': `
    SELECT i.row_number FROM import_rows i WHERE i.added = 1 AND NOT EXISTS (SELECT 1 FROM education_results r
      WHERE r.user_id = i.user_id AND r.education_id = i.education_id AND r.completed = 1)`,
  'a row that was counted before it was applied': `
    SELECT row_number FROM import_rows WHERE added = 1 AND applied_at IS NULL`,
  'an education that was completed twice': `
    SELECT user_id, education_id FROM education_results WHERE completed = 1 AND user_id >= 900000
    GROUP BY user_id, education_id HAVING count(*) > 1`,
  'an education that was made twice': `
    SELECT title FROM educations WHERE title LIKE 'Rundornas kurs %' GROUP BY title HAVING count(*) > 1`,
  'a course that is turned to before it is unpacked': `
    SELECT p.id FROM education_parts p JOIN content_packages c ON c.id = p.package_id WHERE c.state <> 2`,
  'a package that is neither unpacked nor waited for': `
    SELECT c.id FROM content_packages c WHERE c.state < 2
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'packages.unpack' AND j.state < 3
        AND j.payload ->> 'packageId' = c.id)`,
  'an import at work without a job': `
    SELECT b.id FROM import_batches b WHERE b.status = 1
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.key = 'imports.run:' || b.id)`,
  'a mail that was written twice': `
    SELECT recipient FROM outbox_mails WHERE recipient LIKE 'runda%@prov.example'
    GROUP BY recipient, name, body HAVING count(*) > 1`,
}

async function rowsOf(db: D1Database, question: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return (
    await db
      .prepare(question)
      .bind(...values)
      .all()
  ).results as Record<string, unknown>[]
}

async function expectNoForbiddenRows(db: D1Database): Promise<void> {
  for (const [what, question] of Object.entries(forbiddenRows)) {
    const found = await rowsOf(db, question)
    if (found.length > 0) throw new Error(`${what}: ${JSON.stringify(found.slice(0, 3))}`)
  }
}

const liveOn = `SELECT id FROM education_part_results WHERE user_id = ?1 AND occasion_id = ?2 AND canceled = 0`

/** Finds the row that proves an answered step. */
async function findProofOf(db: D1Database, name: string): Promise<unknown> {
  const [what = '', number = ''] = name.split(' ')
  const at = Number(number)
  const one = async (question: string, ...values: unknown[]) => (await rowsOf(db, question, ...values))[0]
  switch (what) {
    case 'signUp':
      return one(liveOn, crowd.free(at).id, roundData.occasionIds.free)
    case 'signedOff':
      return one(
        `SELECT id FROM education_part_results WHERE user_id = ?1 AND occasion_id = ?2 AND canceled = 1`,
        crowd.called(at).id,
        roundData.occasionIds.called,
      )
    case 'published':
      return one('SELECT id FROM educations WHERE id = ?1 AND published_at IS NOT NULL', roundData.draftId)
    case 'package':
      return one('SELECT id FROM content_packages WHERE education_part_id = ?1', roundData.partIds.digital)
    case 'unpacked':
      return one(
        'SELECT id FROM content_packages WHERE education_part_id = ?1 AND state = 2',
        roundData.partIds.digital,
      )
    case 'pay':
      return one('SELECT id FROM payments WHERE user_id = ?1', crowd.paid(at).id)
    case 'pressed':
      return one(
        `SELECT l.reference FROM local_payments l JOIN payments p ON p.id = l.payment_id WHERE p.user_id = ?1 AND l.state = 'paid'`,
        crowd.paid(at).id,
      )
    case 'paid':
      return one(`${liveOn} AND payment_id IS NOT NULL`, crowd.paid(at).id, roundData.occasionIds.paid)
    case 'invoice':
      return one(`SELECT id FROM invoice_heads WHERE title = 'Rundan' AND row_count = ?1`, roundData.owed.people)
    case 'report':
      return one(`SELECT id FROM jobs WHERE kind = 'reports.write'`)
    case 'file':
      return one(`SELECT id FROM jobs WHERE kind = 'reports.write' AND state = 3`)
    case 'uploaded':
      return one(
        `SELECT b.id FROM import_batches b WHERE title = 'rundan' AND row_count = ?1
          AND row_count = (SELECT count(*) FROM import_rows r WHERE r.batch_id = b.id)`,
        createImportFile().rows,
      )
    case 'started':
      return one(`SELECT id FROM import_batches WHERE title = 'rundan' AND status IN (1, 2)`)
    default:
      return one(`SELECT id FROM import_batches WHERE title = 'rundan' AND status = 2`)
  }
}

/**
 * Checks after the kill that every answered step is stored and that nothing is incomplete.
 * @throws Error with the first row that is wrong.
 */
export async function checkAfterKill(db: D1Database, answers: AnsweredSteps): Promise<void> {
  await expectNoForbiddenRows(db)
  for (const name of answers.keys())
    if (!(await findProofOf(db, name))) throw new Error(`${name} was answered, and is not there`)
}

/** Expected counts at the end, with or without a kill. */
const finalCounts: [what: string, question: string, count: number][] = [
  [
    'people on the free occasion',
    `SELECT count(DISTINCT user_id) n FROM education_part_results WHERE occasion_id = ${roundData.occasionIds.free} AND canceled = 0`,
    roundData.free.places,
  ],
  [
    'people on the paid occasion',
    `SELECT count(DISTINCT r.user_id) n FROM education_part_results r JOIN payments p ON p.id = r.payment_id AND p.status = 2
      WHERE r.occasion_id = ${roundData.occasionIds.paid} AND r.canceled = 0`,
    roundData.paid.places,
  ],
  ['holds', 'SELECT count(*) n FROM payment_holds WHERE user_id >= 900000', 0],
  [
    'refunds',
    `SELECT count(*) n FROM payment_refunds f JOIN payments p ON p.id = f.payment_id WHERE p.user_id >= 900000`,
    0,
  ],
  [
    'rows on live invoices',
    'SELECT count(*) n FROM invoice_rows WHERE live = 1 AND result_id >= 900000',
    roundData.owed.people,
  ],
  [
    'people who have not signed off',
    `SELECT count(*) n FROM education_part_results WHERE occasion_id = ${roundData.occasionIds.called} AND canceled = 0`,
    0,
  ],
  [
    'published drafts',
    `SELECT count(*) n FROM educations WHERE id = ${roundData.draftId} AND published_at IS NOT NULL`,
    1,
  ],
  [
    'courses that run',
    `SELECT count(*) n FROM education_parts WHERE id = ${roundData.partIds.digital} AND package_id IS NOT NULL`,
    1,
  ],
  ['invoices', `SELECT count(*) n FROM invoice_heads WHERE title = 'Rundan'`, 1],
  [
    'imported results',
    `SELECT count(*) n FROM education_results WHERE completed = 1 AND user_id >= 900000`,
    roundData.imported.people * roundData.imported.titles,
  ],
  [
    'rows that the import counts',
    `SELECT added_count n FROM import_batches WHERE title = 'rundan' AND status = 2`,
    roundData.imported.people * roundData.imported.titles,
  ],
  [
    'imports that were not thrown away',
    `SELECT count(*) n FROM import_batches WHERE title = 'rundan' AND status <> 3`,
    1,
  ],
  ['notices of a report', `SELECT count(*) n FROM notices WHERE kind = 'reportReady'`, 1],
  ['jobs that have failed', `SELECT count(*) n FROM jobs WHERE state = 4 AND id NOT LIKE 'seed-%'`, 0],
]

/**
 * Checks at the end that the outcome is the same as without a kill.
 * @throws Error with the first row or count that is wrong.
 */
export async function checkAtEnd(db: D1Database, answers: AnsweredSteps): Promise<void> {
  await checkAfterKill(db, answers)
  for (const [what, question, count] of finalCounts) {
    const [row] = await rowsOf(db, question)
    if (row?.['n'] !== count) throw new Error(`${what}: ${row?.['n']}, and not ${count}`)
  }
}
