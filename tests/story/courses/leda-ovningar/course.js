import { art } from './art.js'
import { questions } from './questions.js'
import { startCourse } from './runtime/player.js'

await startCourse({ art, questions })
