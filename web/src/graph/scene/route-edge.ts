import type { Point } from './geometry.ts'

export type Side = 'right' | 'bottom' | 'left' | 'top'

interface Ends {
  readonly source: Point
  readonly sourceSide: Side
  readonly target: Point
  /** How far from its source the edge may turn, so that it does not run over the labels of outputs. */
  readonly clearance?: number
}

const STUB = 24
/** How far before its target a long edge turns: outside of the border of a loop. */
const BEND = 36
const RADIUS = 12
/** The shortest last part of an edge. */
const ENTRY = 14

/** The corners of an edge that runs only horizontally and vertically. */
export function routeEdge({ source, sourceSide, target, clearance = 0 }: Ends): readonly Point[] {
  return sourceSide === 'bottom' ? routeDown(source, target) : routeRight(source, target, clearance)
}

function routeDown(source: Point, target: Point): readonly Point[] {
  if (Math.abs(source.x - target.x) < 1) return [source, target]
  const middle = (source.y + target.y) / 2
  return [source, { x: source.x, y: middle }, { x: target.x, y: middle }, target]
}

function routeRight(source: Point, target: Point, clearance: number): readonly Point[] {
  if (target.x - source.x >= STUB) {
    if (Math.abs(source.y - target.y) < 1) return [source, target]
    // Long edges turn shortly before their target, so that they share one vertical line with their siblings.
    const usual = Math.max((source.x + target.x) / 2, target.x - Math.min(BEND, (target.x - source.x) / 3))
    const middle = Math.max(usual, Math.min(source.x + clearance, target.x - ENTRY))
    return [source, { x: middle, y: source.y }, { x: middle, y: target.y }, target]
  }
  const out = source.x + Math.max(STUB, clearance)
  const back = target.x - STUB
  const apart = Math.abs(source.y - target.y)
  const middle = apart > 96 ? (source.y + target.y) / 2 : Math.max(source.y, target.y) + 72
  return [
    source,
    { x: out, y: source.y },
    { x: out, y: middle },
    { x: back, y: middle },
    { x: back, y: target.y },
    target,
  ]
}

/** An SVG path through the corners, rounded. */
export function toPath(points: readonly Point[]): string {
  let path = ''
  for (const [index, corner] of points.entries()) {
    const before = points[index - 1]
    const after = points[index + 1]
    if (before === undefined) path += `M${corner.x} ${corner.y}`
    else if (after === undefined) path += `L${corner.x} ${corner.y}`
    else {
      const radius = Math.min(RADIUS, distance(before, corner) / 2, distance(corner, after) / 2)
      const enter = towards(corner, before, radius)
      const leave = towards(corner, after, radius)
      path += `L${enter.x} ${enter.y}Q${corner.x} ${corner.y} ${leave.x} ${leave.y}`
    }
  }
  return path
}

/** The point halfway along the edge. */
export function middleOf(points: readonly Point[]): Point {
  const segments = segmentsOf(points)
  let left = segments.reduce((length, [from, to]) => length + distance(from, to), 0) / 2
  for (const [from, to] of segments) {
    const length = distance(from, to)
    if (length >= left) return towards(from, to, left)
    left -= length
  }
  return points.at(-1) ?? { x: 0, y: 0 }
}

export function distanceToRoute(points: readonly Point[], from: Point): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const [start, end] of segmentsOf(points)) {
    const x = clamp(from.x, Math.min(start.x, end.x), Math.max(start.x, end.x))
    const y = clamp(from.y, Math.min(start.y, end.y), Math.max(start.y, end.y))
    nearest = Math.min(nearest, distance(from, { x, y }))
  }
  return nearest
}

function segmentsOf(points: readonly Point[]): readonly (readonly [Point, Point])[] {
  return points.slice(1).map((end, index) => [points[index] ?? end, end])
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to)
  if (whole === 0) return from
  return {
    x: from.x + ((to.x - from.x) * length) / whole,
    y: from.y + ((to.y - from.y) * length) / whole,
  }
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest)
}

const LABEL = 22

/** A point on the last segment, with space for a short label before the arrival. */
export function shortOfEnd(points: readonly Point[]): Point {
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const before = points.at(-2) ?? end
  const length = Math.hypot(end.x - before.x, end.y - before.y)
  const part = length === 0 ? 0 : Math.min(LABEL, length / 2) / length
  return { x: end.x - (end.x - before.x) * part, y: end.y - (end.y - before.y) * part }
}
