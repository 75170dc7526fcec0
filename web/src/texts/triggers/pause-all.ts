export const noticeLabel = 'Paused triggers'
export const allPaused = 'All triggers are paused.'
/** Followed by the time. */
export const pausedBy = (name: string) => `${name} paused them`
export const effect =
  'Schedules, webhooks, forms and events start no runs. You can still run workflows yourself.'
export const operatorEnds = 'The operator of this installation ends it with the command “resume”.'

export const pauseAll = 'Pause all'
export const pauseTitle = 'Pause all triggers?'
export const pauseEffects =
  'No trigger of this account starts a run. Inbound webhooks answer calls with 503, so that senders try again later; forms store submissions, but those start nothing, also not after you resume.'
export const continues =
  'Runs that are in progress continue, and you can still run workflows yourself. Everybody in this account sees that triggers are paused.'
export const pauseFailed = 'Could not pause the triggers'
export const isPaused = 'All triggers are paused'

export const resume = 'Resume'
export const resumeTitle = 'Resume all triggers?'
export const resumeEffects =
  'Triggers start runs again. Schedules that missed times treat them as their setting for missed times says, so that some runs may start at once.'
export const resumeNote = 'Triggers that were paused one by one stay paused.'
export const resumeFailed = 'Could not resume the triggers'
export const isResumed = 'Triggers start runs again'
