export const waitsFor = {
  approval: (name: string) => `${name} waits for an approval`,
  event: (name: string) => `${name} waits for an event`,
  callback: (name: string) => `${name} waits for a callback`,
  timer: (name: string) => `${name} waits for its time`,
  workflow: (name: string) => `${name} waits for another run`,
}
export const since = (duration: string) => `For ${duration}`
export const timesOut = 'times out'
export const continues = 'continues'
export const callbackLink = 'callback link'
export const openRun = 'Open run'
export const eventData = (event: string) => `Data of the event “${event}”, as JSON`
export const sendEvent = 'Send event'
export const eventSent = 'Event sent'
export const invalidJson = 'This is not valid JSON.'
