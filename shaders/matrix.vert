// One rectangle, as a strip of four vertices; `at` is the place inside it in pixels from its top left corner.
uniform vec4 corners;  // left, top, right, bottom in clip space
uniform vec2 size_px;
out vec2 at;

void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  at = corner * size_px;
  gl_Position = vec4(mix(corners.x, corners.z, corner.x), mix(corners.y, corners.w, corner.y), 0.0, 1.0);
}
