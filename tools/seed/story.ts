import { createDraw } from '#story/draw.ts'
import { createCalendar } from './calendar.ts'
import { addCastStories } from './cast.ts'
import { addCatalogue } from './catalogue.ts'
import { addCourseEvents } from './course-events.ts'
import { addCourses, addEducatorMaterials, type ReadCourse } from './courses.ts'
import { addExamDay, addExams } from './exams.ts'
import { addFederation } from './federation.ts'
import { addInvoices } from './invoices.ts'
import { addJobs } from './jobs.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { addLicenses } from './licenses.ts'
import { addLog } from './log.ts'
import { addMailings } from './mailings.ts'
import { addMails } from './mails.ts'
import { addNews } from './news.ts'
import { addCastOccasions, addOccasions } from './occasions.ts'
import { addPayments } from './payments.ts'
import { addPeople } from './people.ts'
import { addPictures } from './pictures.ts'
import { addResults } from './results.ts'
import { addSubmissions, type SubmissionFile } from './submissions.ts'
import { addTags } from './tags.ts'
import { addWaitingList } from './waiting-list.ts'
import type { World } from './world.ts'

export interface StoryOptions {
  today: Date
  /** Size of the federation: 1 is 2,000 people, 50 is 100,000. */
  scale: number
  passwordHash: string
  courses: readonly ReadCourse[]
}

export interface Story {
  ledger: Ledger
  pictures: { key: string; text: string }[]
  handIns: SubmissionFile[]
  canceledOccasionIds: number[]
  canceledAt: Date
}

/** Returns the whole federation as rows. The same day and scale always give the same rows. */
export function generateStory({ today, scale, passwordHash, courses }: StoryOptions): Story {
  const world: World = {
    ledger: openLedger(),
    calendar: createCalendar(today),
    draw: createDraw('federation'),
    scale,
    districtIds: [],
    clubIds: [],
    educators: new Map(),
    people: [],
    educations: [],
    occasionsOf: new Map(),
    canceledOccasionIds: new Set(),
    examsOf: new Map(),
    byCode: new Map(),
  }
  addFederation(world)
  addPeople(world, passwordHash)
  addCourses(world, courses)
  const pictures = addPictures(world)
  addCatalogue(world)
  addEducatorMaterials(world)
  const castOccasions = addCastOccasions(world)
  addOccasions(world)
  addExams(world)
  addCastStories(world, castOccasions)
  addResults(world)
  const handIns = addSubmissions(world)
  addCourseEvents(world)
  addExamDay(world)
  addLicenses(world)
  addNews(world)
  addTags(world)
  addWaitingList(world)
  addPayments(world)
  addInvoices(world)
  addJobs(world)
  addMails(world)
  addMailings(world)
  addLog(world)
  return {
    ledger: world.ledger,
    pictures,
    handIns,
    canceledOccasionIds: [...world.canceledOccasionIds],
    canceledAt: world.calendar.at(-2, 10),
  }
}
