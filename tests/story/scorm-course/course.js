// Searches for its run-time in the windows above, as the standard says, and uses whichever edition it finds.
function above(name) {
  for (let at = window; ; at = at.parent) {
    if (at[name]) return at[name]
    if (at === at.parent) return null
  }
}
const modern = above('API_1484_11')
const api = modern ?? above('API')
const call = (name, ...given) => api[(modern ? '' : 'LMS') + name](...given)
const names = modern
  ? {
      place: 'cmi.location',
      learner: 'cmi.learner_name',
      exit: 'cmi.exit',
      raw: 'cmi.score.scaled',
      answer: 'learner_response',
    }
  : {
      place: 'cmi.core.lesson_location',
      learner: 'cmi.core.student_name',
      exit: 'cmi.core.exit',
      raw: 'cmi.core.score.raw',
      answer: 'student_response',
    }

call('Initialize', '')
let place = Number(call('GetValue', names.place) || 1)
const show = () => {
  document.querySelector('h2').textContent = `Bild ${place}`
}
document.querySelector('#name').textContent = call('GetValue', names.learner)
show()

document.querySelector('#next').onclick = () => {
  place += 1
  call('SetValue', names.place, String(place))
  call('SetValue', names.exit, 'suspend')
  call('Commit', '')
  show()
}
document.querySelector('#pass').onclick = () => {
  const answered = (field, value) => call('SetValue', `cmi.interactions.0.${field}`, value)
  answered('id', 'gul-flagg')
  answered('type', 'choice')
  answered('correct_responses.0.pattern', 'a')
  answered(names.answer, 'a')
  answered('result', 'correct')
  call('SetValue', names.raw, modern ? '0.9' : '90')
  if (modern) {
    call('SetValue', 'cmi.completion_status', 'completed')
    call('SetValue', 'cmi.success_status', 'passed')
  } else call('SetValue', 'cmi.core.lesson_status', 'passed')
  call(modern ? 'Terminate' : 'Finish', '')
}
