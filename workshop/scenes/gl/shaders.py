"""What the graphics library runs: GLSL 3.30. Colours are blue, green, red; light adds up in linear values."""

SOLID = """
#version 330
uniform mat4 seen; uniform mat4 lit;
in vec3 at; in vec3 facing; in vec2 place; in vec3 own;
out vec3 world; out vec3 normal; out vec2 uv; out vec3 self; out vec4 in_light;
void main() {
    world = at; normal = facing; uv = place; self = own; in_light = lit * vec4(at, 1.0);
    gl_Position = seen * vec4(at, 1.0);
}
"""

FLAT = """
#version 330
uniform mat4 seen;
in vec3 at;
void main() { gl_Position = seen * vec4(at, 1.0); }
"""

NUMBER = """
#version 330
uniform float number;
out vec4 colour;
void main() { colour = vec4(number); }
"""

SCREEN = """
#version 330
in vec2 corner; out vec2 uv;
void main() { uv = corner * 0.5 + 0.5; gl_Position = vec4(corner, 0.0, 1.0); }
"""

OCCLUSION = """
#version 330
uniform sampler2D depth; uniform vec2 span; uniform vec2 planes; uniform float reach; uniform float focal;
in vec2 uv; out float open;
float far(vec2 at) { float d = texture(depth, at).r * 2.0 - 1.0;
    return 2.0 * planes.x * planes.y / (planes.y + planes.x - d * (planes.y - planes.x)); }
void main() {
    float here = far(uv);
    vec2 slope = vec2(far(uv + vec2(1.5 * span.x, 0)) - far(uv - vec2(1.5 * span.x, 0)),
                      far(uv + vec2(0, 1.5 * span.y)) - far(uv - vec2(0, 1.5 * span.y))) / 3.0;
    slope = clamp(slope, -0.02 * here, 0.02 * here);
    float radius = reach * focal / here, shut = 0.0;
    float turn = fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.06711, 0.00584)))) * 6.2832;
    for (int i = 0; i < 10; i++) {
        float angle = turn + 2.39996 * float(i), away = radius * sqrt((float(i) + 0.5) / 10.0);
        vec2 step = vec2(cos(angle), sin(angle)) * away;
        float nearer = here + dot(slope, step) - far(uv + step * span) - 0.05 * reach;
        shut += clamp(nearer / reach * 2.0, 0.0, 1.0) * smoothstep(4.0 * reach, reach, nearer);
    }
    open = 1.0 - shut / 10.0;
}
"""

SURFACE = """
#version 330
uniform sampler2D face; uniform sampler2DShadow shadow; uniform sampler2D opened;
uniform float textured; uniform vec3 colour; uniform float rough; uniform float coat; uniform float bump;
uniform float cloth; uniform float soft; uniform float texel;
uniform vec3 eye; uniform vec3 lamp; uniform vec3 lamp_colour; uniform vec3 second; uniform vec3 second_colour;
uniform vec3 sky; uniform vec3 bounce; uniform float spread; uniform float shadow_texel; uniform float slack;
uniform vec2 screen; uniform vec4 windows[2]; uniform float shine; uniform float closed;
uniform int pips; uniform vec4 pip[21]; uniform vec3 inks[21]; uniform mat3 turn; uniform float deep;
uniform float marble; uniform float speckle; uniform vec3 swirl; uniform vec3 swirl2;
in vec3 world; in vec3 normal; in vec2 uv; in vec3 self; in vec4 in_light;
out vec4 painted;
vec3 linear(vec3 c) { return pow(max(c, 0.0), vec3(2.2)); }
float hash(vec3 p) { return fract(sin(dot(floor(p), vec3(12.99, 78.23, 37.72))) * 43758.5); }
float lamplight(vec3 n) {
    vec3 at = in_light.xyz * 0.5 + 0.5;
    float sum = 0.0, turn = fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.06711, 0.00584)))) * 6.2832;
    for (int i = 0; i < 9; i++) {
        float angle = turn + 2.39996 * float(i), away = sqrt((float(i) + 0.5) / 9.0);
        vec2 step = vec2(cos(angle), sin(angle)) * away * max(spread, 1.2 * shadow_texel);
        sum += texture(shadow, vec3(at.xy + step, at.z - slack * (1.0 + 30.0 * away * spread)));
    }
    return sum / 9.0;
}
vec3 mirrored(vec3 r, float blur) {
    vec3 room = mix(bounce * 0.6, sky, smoothstep(-0.3, 0.6, r.z)) * 0.8;
    for (int i = 0; i < 2; i++) {
        vec2 p = r.xy / max(r.z, 0.05), c = windows[i].xy, h = windows[i].zw;
        vec2 edge = smoothstep(h + blur, max(h - blur, 0.0), abs(p - c));
        room += shine * edge.x * edge.y * step(0.05, r.z) * vec3(1.0) / (1.0 + 6.0 * blur);
    }
    return room;
}
float ggx(vec3 n, vec3 v, vec3 l, float a) {
    vec3 h = normalize(v + l); float d = max(dot(n, h), 0.0); float a2 = a * a;
    float q = d * d * (a2 - 1.0) + 1.0;
    return a2 / (3.1416 * q * q) * 0.25 / max(0.1, max(dot(l, h), 0.0) * max(dot(l, h), 0.0)) * max(dot(n, l), 0.0);
}
void main() {
    vec3 v = normalize(eye - world), n = normalize(normal), albedo = colour; float fade = 0.0;
    if (textured > 0.5) {
        vec2 w = abs(mod(uv + 1.0, 2.0) - 1.0);
        vec3 t = texture(face, w).bgr;
        albedo = mix(colour, t, self.x);
        float tall = dot(t, vec3(0.33)) * bump * self.x;
        vec3 dx = dFdx(world), dy = dFdy(world), one = cross(dy, n), other = cross(n, dx);
        float det = dot(dx, one);
        vec3 grade = sign(det) * (dFdx(tall) * one + dFdy(tall) * other);
        n = normalize(abs(det) * n - clamp(grade, -0.35 * abs(det), 0.35 * abs(det)));
    }
    if (pips > 0) {
        vec3 m = abs(self); int axis = m.x > m.y && m.x > m.z ? 0 : (m.y > m.z ? 1 : 2);
        float side = self[axis] > 0.0 ? 1.0 : -1.0; vec3 local = transpose(turn) * n;
        float pixel = 0.7 * length(fwidth(self)) + 0.002;
        albedo *= 1.0 + marble * sin(dot(self, swirl) + 2.0 * sin(dot(self, swirl2)))
                  + speckle * (hash(self * 12.0 + 40.0) - 0.5) * 2.0;
        int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
        for (int i = 0; i < pips; i++) {
            if (abs(pip[i].x - (float(axis) + 1.0) * side) > 0.1) continue;
            vec2 away = vec2(self[a], self[b]) - pip[i].yz; float far = length(away), r = pip[i].w;
            float inside = clamp((r - far) / pixel + 0.5, 0.0, 1.0);
            albedo = mix(albedo, inks[i], inside);
            local[a] -= away.x / r * deep * inside; local[b] -= away.y / r * deep * inside;
            fade = max(fade, inside * deep * 0.35 * (1.0 - 0.5 * far / r));
        }
        n = normalize(turn * local);
    }
    albedo = linear(clamp(albedo, 0.0, 1.0));
    float open = mix(1.0, texture(opened, gl_FragCoord.xy / screen).r, closed) * (1.0 - fade);
    float light = lamplight(n), facing = dot(n, lamp), other = dot(n, second);
    float wrap = 0.45 * soft;
    float day = max((facing + wrap) / (1.0 + wrap), 0.0) * mix(light, 0.5 + 0.5 * light, 0.5 * soft);
    vec3 ambient = mix(bounce, sky, 0.5 + 0.5 * n.z) * open;
    vec3 lit = albedo * (lamp_colour * day + second_colour * max(other, 0.0) * mix(1.0, open, 0.6) + ambient);
    float rim = pow(1.0 - max(dot(n, v), 0.0), 3.0);
    lit += albedo * cloth * rim * 0.35 * (lamp_colour * light + ambient);
    float a = rough * rough, fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(n, v), 0.0), 5.0);
    lit += 0.04 * (1.0 - cloth) * lamp_colour * light * min(ggx(n, v, lamp, max(a, 0.03)), 12.0);
    vec3 r = reflect(-v, n);
    float polish = coat * (0.35 + 0.65 * (1.0 - rough));
    lit += polish * fresnel * (mirrored(r, 0.04 + rough * 0.35) * open - 0.6 * albedo * ambient);
    lit += polish * 0.05 * lamp_colour * light * min(ggx(n, v, lamp, mix(0.02, 0.12, rough)), 60.0);
    painted = vec4(pow(clamp(lit, 0.0, 1.0), vec3(1.0 / 2.2)), 1.0);
}
"""
