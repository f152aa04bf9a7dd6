import type { StateFilter } from '#api/people/user-management/lists/contract.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island } from '../client/texts.tsx'
import { ExportButtons } from '../filters/ExportButtons.tsx'

interface ExportParticipantsProps {
  /** Filter of the list; the same people are in the file. */
  filter: Pick<StateFilter, 'searchString' | 'states'> & { educationId: number }
  /** Name of the file without its ending. */
  name: string
}

/** Buttons that save the participants of an education as a file, one for each kind. A failure is shown. */
export const ExportParticipants = island(({ filter, name }: ExportParticipantsProps) => (
  <ExportButtons
    save={async (kind) => {
      const response = await api('POST /User/filterededucation/export', { body: { ...filter, kind } })
      await saveResponse(response, `${name}.${kind}`)
    }}
  />
))
