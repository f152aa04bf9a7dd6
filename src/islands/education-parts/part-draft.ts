import type {
  CompletionRule,
  EducationPart,
  EducationPartInput,
  EducationPartType,
} from '#api/catalogue/education-parts/contract.ts'
import { parseNumberInput } from '../client/amount-input.ts'

/** Form values of a part, with numbers as text. */
export interface PartDraft {
  title: string
  type: EducationPartType
  description: string | null
  /** Whether the education is completed only with this part. */
  mandatory: boolean
  hours: string
  /** Kronor; empty for free. */
  fee: string
  /** Whether an organiser approves each sign-up. */
  needsApproval: boolean
  /** For a digital part: what the course must report. */
  completionRule: CompletionRule
  /** For a digital part: lowest score in per cent; empty for none. */
  minimumScore: string
  /** For a digital part: whether each launch begins at its start, instead of where the person left it. */
  startsAgain: boolean
  /** For a digital part: whether the course may open windows. */
  opensWindows: boolean
  submissionInstructions: string | null
  customQuestions: EducationPart['customQuestions']
  examChecklist: EducationPart['examChecklist']
}

const toInputText = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))

/**
 * Converts a part to the draft of its form. Numbers become texts with a decimal comma; missing ones and a fee of 0
 * become empty.
 */
export const toDraft = (part: EducationPart): PartDraft => ({
  title: part.title,
  type: part.type,
  description: part.description,
  mandatory: part.mandatory,
  hours: toInputText(part.hours),
  fee: part.fee === 0 ? '' : toInputText(part.fee),
  needsApproval: part.needsApproval,
  completionRule: part.completionRule,
  minimumScore: toInputText(part.minimumScore),
  startsAgain: part.startsAgain,
  opensWindows: part.opensWindows,
  submissionInstructions: part.submissionInstructions,
  customQuestions: part.customQuestions,
  examChecklist: part.examChecklist,
})

/**
 * Converts the draft to the input of the call; `version` is the part that the draft began from. One with the id 0 is a
 * new part, which is created in the education `educationId`; an existing one keeps its educations and is saved with the
 * time of its last change, for optimistic locking. The responsible people stay those of `version`. An empty fee is 0,
 * other empty numbers are null; text that is no number stays, so that the server names its field.
 */
export const toInput = (draft: PartDraft, version: EducationPart, educationId: number): EducationPartInput => ({
  ...draft,
  id: version.id || null,
  hours: parseNumberInput(draft.hours),
  fee: parseNumberInput(draft.fee) ?? 0,
  minimumScore: parseNumberInput(draft.minimumScore),
  responsibleIds: version.responsibleIds,
  educationIds: version.id ? [] : [educationId],
  lastChange: version.id ? version.lastChange : null,
})

/** Initial values of the form for a new part: mandatory, a physical meeting, without a fee. */
export const emptyPart: EducationPart = {
  id: 0,
  title: '',
  description: null,
  type: 0,
  fee: 0,
  partDependencies: {},
  mandatory: true,
  hours: null,
  needsApproval: false,
  completionRule: 'course',
  minimumScore: null,
  startsAgain: false,
  opensWindows: false,
  packageId: null,
  activityId: null,
  fileId: null,
  submissionInstructions: null,
  customQuestions: [],
  examChecklist: [],
  educationIds: [],
  responsibleIds: [],
  lastChange: new Date(0),
}
