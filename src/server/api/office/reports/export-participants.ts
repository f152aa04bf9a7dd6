import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { createDayConverter } from '#api/office/participations/rules.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Translate } from '#locales/translate.ts'
import {
  findPlaceDetails,
  listParticipantRows,
  type ParticipantRow,
  type Place,
  parseAnswers,
} from './participants-storage.ts'
import { participantsFileName } from './rules.ts'
import type { Cell, Column } from './spreadsheet.ts'

const column = (name: string, width: number, kind: 'text' | 'day' = 'text') => ({ name, width, kind })

const columns = [
  ...[column('name', 26), column('email', 30), column('phone', 16), column('birthDate', 14, 'day'), column('club', 28)],
  ...[column('education', 36), column('part', 30), column('occasionDate', 16, 'day'), column('city', 18)],
  ...[column('signedUpOn', 12, 'day'), column('status', 16), column('attendance', 10), column('approved', 10)],
  ...[column('approvedDate', 16, 'day'), column('payment', 14), column('recipient', 28), column('guardian', 26)],
]

function getStatus({ failed, completed, signedUpAt, attended }: ParticipantRow): string {
  if (failed) return 'failed'
  if (completed) return 'completed'
  if (signedUpAt === null) return 'pending'
  return attended ? 'attended' : 'signedUp'
}

function getPayment({ feeMinor, paymentId, recipient }: ParticipantRow): string | null {
  if (paymentId) return 'card'
  if (feeMinor === 0) return null
  return recipient ? 'invoice' : 'unpaid'
}

const formatYesNo = (value: number | null, t: Translate) => (value === null ? null : t(value ? 'yes' : 'no'))

/**
 * Returns the file name, columns and rows of an Excel sheet of the participants of an occasion or exam, by name. It has
 * a column for each sign-up question; titles and states are by `t`. At most 5,000, of those whom the caller decides
 * about; all are read at once. Records nothing.
 * @throws Refused('not_found') when the occasion or exam does not exist, or the feature of exams is off.
 * @throws Refused('not_allowed') when the caller does not organise the occasion, or neither manages nor examines the
 * exam.
 */
export async function buildParticipantsSheet(ctx: Ctx, place: Place, t: Translate) {
  if (place.kind === 'occasion') await getOrganizedOccasion(ctx, place.id)
  const [head, people] = await Promise.all([findPlaceDetails(ctx, place), listParticipantRows(ctx, place)])
  if (!head) throw new Refused('not_found')
  if (!head.allowed) throw new Refused('not_allowed')
  const toDay = createDayConverter()
  const toCells = (row: ParticipantRow): Cell[] => {
    const payment = getPayment(row)
    return [
      ...[row.name, row.email, row.phone, row.birthOn, row.clubs, head.education, head.part],
      ...[toDay(head.startsAt), head.city, toDay(row.signedUpAt), t(`status.${getStatus(row)}`)],
      ...[formatYesNo(row.attended, t), formatYesNo(row.completed, t), toDay(row.completed ? row.completedAt : null)],
      ...[payment && t(`payment.${payment}`), row.recipient, row.guardian],
      ...head.questions.map(({ id }) => parseAnswers(row).find(({ questionId }) => questionId === id)?.answer),
    ]
  }
  return {
    fileName: participantsFileName(head.education ?? head.part, toPortalDay(new Date(head.startsAt))),
    columns: [
      ...columns.map(({ name, ...rest }): Column => ({ ...rest, title: t(`column.${name}`) })),
      ...head.questions.map(({ text }): Column => ({ title: text, width: 30 })),
    ],
    rows: people.map(toCells),
    userIds: people.map(({ userId }) => userId),
  }
}
