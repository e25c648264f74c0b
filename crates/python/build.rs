//! Tells the linker that Python itself has the functions that the module calls.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
