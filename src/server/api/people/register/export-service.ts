import { z } from 'zod'
import { deletePrefix } from '#platform/bucket-objects.ts'
import { fetchConfigured } from '#platform/outbound.ts'
import type { PeopleRegister, RegisterCursor, RegisterPortion } from './people-register.ts'
import { splitArray } from './split-array.ts'
import { storeStream } from './store-stream.ts'

export interface ExportServiceSettings {
  /** Origin of the service, such as `https://api.idrottonline.se`. */
  origin: string
  /** Value of the header `Authorization`. */
  authorization: string
  /** Ids of the main sport or its subsports. */
  sportIds: readonly number[]
  /** Whether to ask for personal numbers, which need a key to be hashed by. */
  hasNumberKey: boolean
}

const path = '/exportservice/personsinsport'
const maxWaitMs = 60_000
/** A report of a whole federation is some hundred megabytes. */
const maxDownloadMs = 600_000
const secondsBetweenPolls = 60
/** Statuses by which the service says that the report is still being made. */
const pendingStatuses = [202, 204, 404]
const bytesPerPortion = 1_500_000

/** The answer to an order: the id of the report, alone or in an object. */
const ReportId = z
  .union([z.guid(), z.object({ reportGuid: z.guid() }), z.object({ ReportGuid: z.guid() })])
  .transform((answer) =>
    typeof answer === 'string' ? answer : 'reportGuid' in answer ? answer.reportGuid : answer.ReportGuid,
  )

const Text = z.string().nullish()

/** A person of `ExportService.DataContracts.Person`, with the fields that the portal reads. */
const ReportedPerson = z.object({
  PersonId: z.int(),
  FirstName: Text,
  LastName: Text,
  AlternativeFirstName: Text,
  BirthDate: Text,
  PersonalNumber: Text,
  ProtectedPersonalData: z.boolean().nullish(),
  IsDeleted: z.boolean().nullish(),
  IsDead: z.boolean().nullish(),
  Contacts: z.array(z.record(z.string(), z.unknown())).nullish(),
  Memberships: z.array(z.object({ OrganisationId: z.int(), FromDate: Text, ToDate: Text })).nullish(),
})

type Contacts = z.infer<typeof ReportedPerson>['Contacts']

/** Finds the first text among the contacts that has a form: the documentation does not tell which field holds it. */
const findContact = (contacts: Contacts, form: RegExp) =>
  (contacts ?? [])
    .flatMap((contact) => Object.values(contact))
    .find((value): value is string => typeof value === 'string' && form.test(value.trim()))

/** Converts `yyyyMMdd` or a moment to `yyyy-MM-dd`. */
const toDay = (text: string | null | undefined) =>
  text?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3').replace(/^0001-01-01.*$/, '') || null

/** Converts a row of a report to the form of `OutsidePerson`; returns the row itself when it has another form. */
function toOutsidePerson(row: unknown): unknown {
  const { success, data } = ReportedPerson.safeParse(row)
  if (!success) return row
  return {
    id: data.PersonId,
    firstName: data.FirstName || data.AlternativeFirstName,
    lastName: data.LastName,
    birthDate: toDay(data.BirthDate),
    // Without its last four digits the number identifies nobody.
    personalNumber: /^\d{12}$/.test(data.PersonalNumber ?? '') ? data.PersonalNumber : null,
    email: findContact(data.Contacts, /^\S+@\S+\.\S+$/) ?? null,
    phone: findContact(data.Contacts, /^\+?[\d -]{6,20}$/) ?? null,
    memberships: (data.Memberships ?? []).map(({ OrganisationId, FromDate, ToDate }) => ({
      organizationId: OrganisationId,
      from: toDay(FromDate),
      to: toDay(ToDate),
    })),
    protected: data.ProtectedPersonalData ?? null,
    deceased: data.IsDead ?? false,
    deleted: data.IsDeleted ?? false,
  }
}

const reportPrefix = 'register/'
const reportFile = (reportId: string) => `${reportPrefix}${reportId}.json`

/**
 * Deletes all reports of RF's Export Service in the file store, which hold personal numbers; does nothing without any.
 */
export const deleteReports = (files: R2Bucket): Promise<void> => deletePrefix(files, reportPrefix)

/**
 * Creates a register of people that reads RF's Export Service. Creating it calls nothing. It orders a report, asks for
 * it until it is made, stores it in the file store and reads it there piece by piece. `readPortion` rejects when the
 * service fails, or the report is gone or not complete.
 */
export function createExportService(settings: ExportServiceSettings, files: R2Bucket): PeopleRegister {
  const { origin, authorization, sportIds, hasNumberKey } = settings
  const ask = (address: string, waitMs: number, body?: object) =>
    fetchConfigured(`${origin}${address}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        authorization,
        'x-svenskidrott-api-version': '1.0',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(waitMs),
    })

  async function order(since: Date | null): Promise<RegisterPortion> {
    const response = await ask(path, maxWaitMs, {
      SportIds: sportIds,
      IncludeTrialPersons: false,
      IncludeFullPersonalNumber: hasNumberKey,
      ReturnRoles: false,
      ...(since ? { Since: since.toISOString() } : {}),
    })
    if (!response.ok) throw new Error(`the Export Service answered ${response.status} to the order`)
    const reportId = ReportId.parse(await response.json())
    return { people: [], next: { reportId }, waitSeconds: secondsBetweenPolls }
  }

  async function collect(reportId: string): Promise<RegisterPortion> {
    const response = await ask(`${path}/${reportId}`, maxDownloadMs)
    if (pendingStatuses.includes(response.status)) {
      await response.body?.cancel()
      return { people: [], next: { reportId }, waitSeconds: secondsBetweenPolls }
    }
    if (!response.ok || !response.body) throw new Error(`the Export Service answered ${response.status} to the report`)
    await storeStream(files, reportFile(reportId), response.body)
    return { people: [], next: { file: reportFile(reportId), offset: 0 } }
  }

  async function readFile(file: string, offset: number): Promise<RegisterPortion> {
    const piece = await files.get(file, { range: { offset, length: bytesPerPortion } })
    if (!piece) throw new Error('the report of the register is gone from the file store')
    const { elements, consumed, isOver } = splitArray(new Uint8Array(await piece.arrayBuffer()))
    if (!isOver && (consumed === 0 || offset + consumed >= piece.size))
      throw new Error('the report of the register is not complete')
    const people = elements.map((element) => toOutsidePerson(JSON.parse(element)))
    return { people, next: isOver ? null : { file, offset: offset + consumed } }
  }

  return {
    readPortion(cursor: RegisterCursor | null, since) {
      if (!cursor) return order(since)
      const { reportId, file, offset } = cursor
      return file === undefined ? collect(String(reportId)) : readFile(String(file), Number(offset))
    },
  }
}
